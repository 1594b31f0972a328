/* A set of arrays, in a hash table; dictionary.h states the contract. */
#include "dictionary.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "trace/traced_memory.h"

static size_t hash(const long long *value, size_t n)
{
    uint64_t h = n; /* FNV-1a, by numbers */

    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint64_t)value[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

/* The slot of the entry, or the free one where it belongs. */
static size_t find(const struct dictionary *d, const long long *value, size_t n)
{
    size_t i = hash(value, n) & (d->slots - 1);

    for (; d->slot[i]; i = (i + 1) & (d->slots - 1)) {
        const size_t at = d->start[d->slot[i] - 1], end = d->start[d->slot[i]];

        if (end - at == n && memcmp(d->value + at, value, n * sizeof *value) == 0)
            break;
    }
    return i;
}

/* Make the table so large that at most half of it is used. */
static void grow(struct dictionary *d)
{
    d->slots = d->slots ? 2 * d->slots : 1024;
    free(d->slot);
    d->slot = memory_zeroed(d->slots, sizeof *d->slot);
    for (size_t k = 0; k < d->n; k++) {
        const size_t at = d->start[k];

        d->slot[find(d, d->value + at, d->start[k + 1] - at)] = k + 1;
    }
}

size_t dictionary_add(struct dictionary *d, const long long *value, size_t n)
{
    size_t i;

    if (2 * d->n >= d->slots)
        grow(d);
    i = find(d, value, n);
    if (d->slot[i])
        return d->slot[i] - 1;
    d->value = memory_grow(d->value, &d->room, d->values + n, sizeof *d->value);
    d->start = memory_grow(d->start, &d->rooms, d->n + 2, sizeof *d->start);
    memcpy(d->value + d->values, value, n * sizeof *value);
    d->start[d->n] = d->values;
    d->values += n;
    d->start[++d->n] = d->values;
    d->slot[i] = d->n;
    return d->n - 1;
}

void dictionary_free(struct dictionary *d)
{
    free(d->value);
    free(d->start);
    free(d->slot);
}
