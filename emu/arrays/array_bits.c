/* Which bytes of the counted arrays were accessed; array_bits.h states the contract. */
#include "array_bits.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "vault.h"

enum { WORD = 64 }; /* bits */

static struct array {
    uint64_t bytes;
    atomic_ullong *bits[ARRAY_BITS];
} array[PROBE_ARRAYS];
static int n_arrays;

static uint64_t words_of(uint64_t bytes)
{
    return (bytes + WORD - 1) / WORD;
}

/* Zeroed words. They are closed to the program (vault.h) and used again. */
static atomic_ullong *room_for(uint64_t words)
{
    enum { FIRST = 1 << 20 }; /* words: of arrays of 32 MiB in all */
    static atomic_ullong *room;
    static uint64_t there, used;
    if (words > there) {
        there = words > FIRST ? words : FIRST;
        room = emu_vault_new(there * sizeof *room);
        used = 0;
    }
    memset(room, 0, used * sizeof *room);
    used = words;
    return room;
}

void emu_bits_new(const uint64_t bytes[], int n)
{
    uint64_t words = 0;
    n_arrays = n;
    for (int i = 0; i < n; i++)
        words += ARRAY_BITS * words_of(bytes[i]);
    atomic_ullong *room = words ? room_for(words) : NULL;
    for (int i = 0; i < n; i++) {
        array[i].bytes = bytes[i];
        for (int k = 0; k < ARRAY_BITS; k++, room += words_of(bytes[i]))
            array[i].bits[k] = room;
    }
}

void emu_bits_clear(void)
{
    for (int i = 0; i < n_arrays; i++)
        for (int k = 0; k < ARRAY_BITS; k++)
            memset(array[i].bits[k], 0,
                   words_of(array[i].bytes) * sizeof *array[i].bits[k]);
}

void emu_bits_mark(int i, enum array_bit which, uint64_t from, uint64_t n)
{
    while (n > 0) {
        const uint64_t low = from % WORD, most = WORD - low;
        const uint64_t some = n < most ? n : most; /* from 1 to WORD */
        // cppcheck-suppress shiftTooManyBits ; it is at most WORD - 1
        const unsigned long long mask = (~0ull >> (WORD - some)) << low;
        atomic_ullong *word = &array[i].bits[which][from / WORD];
        if ((atomic_load_explicit(word, memory_order_relaxed) & mask) != mask)
            atomic_fetch_or_explicit(word, mask, memory_order_relaxed);
        from += some;
        n -= some;
    }
}

uint64_t emu_bits_count(int i, enum array_bit which)
{
    uint64_t n = 0;
    for (uint64_t k = 0; k < words_of(array[i].bytes); k++)
        n += __builtin_popcountll(array[i].bits[which][k]);
    return n;
}

void emu_bits_stored(int i, uint32_t columns, uint64_t *rows, uint64_t *in_columns)
{
    static bool column[MOST_COLUMNS];
    uint64_t last = UINT64_MAX;
    memset(column, 0, sizeof column);
    *rows = *in_columns = 0;
    for (uint64_t k = 0; k < words_of(array[i].bytes); k++)
        for (uint64_t bits = array[i].bits[BIT_STORED][k]; bits;) {
            const int bit = __builtin_ctzll(bits) / COLUMN * COLUMN;
            const uint64_t at = (k * WORD + bit) / COLUMN, row = at / columns;
            bits &= ~(((1ull << COLUMN) - 1) << bit);
            *rows += row != last;
            last = row;
            *in_columns += !column[at % columns];
            column[at % columns] = true;
        }
}
