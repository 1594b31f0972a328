/* How many blocks share the loads of each column; array_readers.h states the contract.
 */
#include "array_readers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "settings.h"

static struct array {
    uint32_t columns; /* in a row */
    /* Loads of each column in this launch, and those of the block with the most. */
    atomic_uint loads[MOST_COLUMNS], of_one[MOST_COLUMNS];
    float blocks[MOST_COLUMNS]; /* that share its loads, in the launch with the most */
} array[PROBE_ARRAYS];
static int n_arrays;
/* Of each block of a cooperative launch, which may stop and continue. */
static columns *waiting;

void emu_readers_new(const uint32_t width[], int n)
{
    n_arrays = n;
    for (int i = 0; i < n; i++) {
        array[i].columns = width[i] <= PROBE_WIDEST ? width[i] / COLUMN : 0;
        memset(array[i].blocks, 0, sizeof array[i].blocks);
        for (uint32_t k = 0; k < array[i].columns; k++) {
            atomic_store_explicit(&array[i].loads[k], 0, memory_order_relaxed);
            atomic_store_explicit(&array[i].of_one[k], 0, memory_order_relaxed);
        }
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
            struct array *a = &array[i];
            const float loads =
                (float)atomic_exchange_explicit(&a->loads[k], 0, memory_order_relaxed);
            const float most =
                (float)atomic_exchange_explicit(&a->of_one[k], 0, memory_order_relaxed);
            if (most > 0 && loads / most > a->blocks[k])
                a->blocks[k] = loads / most;
        }
    free(waiting);
    waiting = NULL;
}

void emu_readers_block(struct readers *own, uint64_t block)
{
    own->running = waiting ? &waiting[block] : &own->one;
}

static void raise_to(atomic_uint *most, uint32_t n)
{
    unsigned old = atomic_load_explicit(most, memory_order_relaxed);
    while (old < n && !atomic_compare_exchange_weak_explicit(
                          most, &old, n, memory_order_relaxed, memory_order_relaxed))
        ;
}

void emu_readers_block_end(struct readers *own)
{
    for (int i = 0; i < n_arrays; i++)
        for (uint32_t k = 0; k < array[i].columns; k++) {
            const uint32_t n = (*own->running)[i][k];
            if (n == 0)
                continue;
            atomic_fetch_add_explicit(&array[i].loads[k], n, memory_order_relaxed);
            raise_to(&array[i].of_one[k], n);
            (*own->running)[i][k] = 0;
        }
}

void emu_readers_mark(struct readers *own, int i, uint64_t from, uint64_t n)
{
    const uint32_t n_columns = array[i].columns;
    if (n_columns == 0)
        return;
    const uint64_t last = (from + n - 1) / COLUMN;
    for (uint64_t k = from / COLUMN; k <= last; k++)
        (*own->running)[i][k % n_columns]++;
}

double emu_readers_least(int i)
{
    const struct array *a = &array[i];
    float least = a->columns ? a->blocks[0] : 0;
    for (uint32_t k = 1; k < a->columns; k++)
        least = a->blocks[k] < least ? a->blocks[k] : least;
    return least;
}
