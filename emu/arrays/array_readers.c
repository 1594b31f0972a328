/* How many blocks load from each column; array_readers.h states the contract. */
#include "array_readers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"

static struct array {
    uint32_t columns;                    /* in a row */
    atomic_uint readers[MOST_COLUMNS];   /* of each column, in this launch */
    unsigned most_readers[MOST_COLUMNS]; /* of each, in the launch with the most */
} array[PROBE_ARRAYS];
static int n_arrays;
/* Of each block of a cooperative launch, which may stop and continue. */
static columns *waiting;

void emu_readers_new(const uint32_t width[], int n)
{
    n_arrays = n;
    for (int i = 0; i < n; i++) {
        array[i].columns = width[i] <= PROBE_WIDEST ? width[i] / COLUMN : 0;
        memset(array[i].most_readers, 0, sizeof array[i].most_readers);
        for (uint32_t k = 0; k < array[i].columns; k++)
            atomic_store_explicit(&array[i].readers[k], 0, memory_order_relaxed);
    }
}

uint32_t emu_readers_columns(int i)
{
    return array[i].columns;
}

void emu_readers_launch(const struct launch *l)
{
    if (n_arrays && l->cooperative)
        waiting = emu_allocate(l->blocks, sizeof *waiting, "the blocks of a grid");
}

void emu_readers_completed(void)
{
    for (int i = 0; i < n_arrays; i++)
        for (uint32_t k = 0; k < array[i].columns; k++) {
            const unsigned readers =
                atomic_exchange_explicit(&array[i].readers[k], 0, memory_order_relaxed);
            if (readers > array[i].most_readers[k])
                array[i].most_readers[k] = readers;
        }
    free(waiting);
    waiting = NULL;
}

void emu_readers_block(struct readers *own, uint64_t block)
{
    own->running = waiting ? &waiting[block] : &own->one;
}

void emu_readers_block_end(struct readers *own)
{
    for (int i = 0; i < n_arrays; i++)
        for (uint32_t k = 0; k * READERS_WORD < array[i].columns; k++) {
            for (uint64_t bits = (*own->running)[i][k]; bits; bits &= bits - 1)
                atomic_fetch_add_explicit(
                    &array[i].readers[k * READERS_WORD + __builtin_ctzll(bits)], 1,
                    memory_order_relaxed);
            (*own->running)[i][k] = 0;
        }
}

void emu_readers_mark(struct readers *own, int i, uint64_t from, uint64_t n)
{
    const uint32_t n_columns = array[i].columns;
    if (n_columns == 0)
        return;
    uint64_t first = from / COLUMN, last = (from + n - 1) / COLUMN;
    if (last - first >= n_columns) /* all of them */
        last = first + n_columns - 1;
    for (uint64_t k = first; k <= last; k++)
        (*own->running)[i][k % n_columns / READERS_WORD] |=
            1ull << k % n_columns % READERS_WORD;
}

uint64_t emu_readers_least(int i)
{
    const struct array *a = &array[i];
    unsigned least = a->columns ? a->most_readers[0] : 0;
    for (uint32_t k = 1; k < a->columns; k++)
        least = a->most_readers[k] < least ? a->most_readers[k] : least;
    return least;
}
