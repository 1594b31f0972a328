/*
 * Counters of single arrays. Requests, sectors and bytes are summed over the workers,
 * as count.c does it. Which bytes were accessed at all is known from two bits per byte,
 * which all workers share. Of the running block each worker knows the columns that it
 * loads from; when it ends, each of them has one more reader.
 */
#include "arrays.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "launch.h"
#include "settings.h"
#include "vault.h"

enum { LOADED, STORED, BITS };
enum { WORD = 64 }; /* bits */
enum { COLUMN = 4, MOST_COLUMNS = PROBE_WIDEST / COLUMN };

static struct array {
    uint64_t offset, bytes;
    atomic_ullong *bits[BITS]; /* one per byte of the array */
    uint32_t columns;          /* in a row; 0: not known, or too many */
    atomic_uint *readers;      /* of each column, in this launch */
    unsigned *most_readers;    /* likewise, in the launch with the most */
} array[PROBE_ARRAYS];
static int n_arrays;
static struct array_counters sum[PROBE_ARRAYS];

static int slot;
/* The columns that a block has loaded from, a bit each. */
typedef uint64_t columns[PROBE_ARRAYS][MOST_COLUMNS / WORD];
struct own {
    struct array_counters counters[PROBE_ARRAYS]; /* of this launch */
    columns one;                                  /* of the running block... */
    columns *running; /* ...which are there, or among these: */
    /* The arrays from which the running block has loaded, and to which each of its
       warps has stored, a bit each. */
    uint32_t loaded, stored[MAX_THREADS / WARP_SIZE];
    /* Warps that loaded more after they stored their results, and if there are any. */
    bool next[MAX_THREADS / WARP_SIZE], again;
};
/* Of each block of a cooperative launch, which may stop and continue. */
static columns *waiting;
/* A block has loaded from one array and stored to another. */
static atomic_bool computed;

static uint64_t words_of(uint64_t bytes)
{
    return (bytes + WORD - 1) / WORD;
}

/* Zeroed words for the bits. They are closed to the program (vault.h) and used again.
 */
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

void emu_arrays_count(const uint64_t offset[], const uint64_t bytes[],
                      const uint32_t width[], int n)
{
    static atomic_uint readers[PROBE_ARRAYS][MOST_COLUMNS];
    static unsigned most[PROBE_ARRAYS][MOST_COLUMNS];
    uint64_t words = 0;
    memset(sum, 0, sizeof sum);
    n_arrays = n;
    if (n == 0)
        return;
    for (int i = 0; i < n; i++)
        words += BITS * words_of(bytes[i]);
    atomic_ullong *room = room_for(words);
    for (int i = 0; i < n; i++) {
        array[i] = (struct array){.offset = offset[i], .bytes = bytes[i]};
        if (width[i] <= PROBE_WIDEST)
            array[i].columns = width[i] / COLUMN;
        array[i].readers = readers[i];
        array[i].most_readers = most[i];
        memset(most[i], 0, sizeof most[i]);
        for (uint32_t k = 0; k < array[i].columns; k++)
            atomic_store_explicit(&readers[i][k], 0, memory_order_relaxed);
        for (int k = 0; k < BITS; k++, room += words_of(bytes[i]))
            array[i].bits[k] = room;
    }
}

/* ---- Requests. */

static bool holds(const struct array *a, uint64_t offset)
{
    return offset - a->offset < a->bytes;
}

/* Set the bits from `from` to `from + n`. */
static void mark(atomic_ullong *bits, uint64_t from, uint64_t n)
{
    while (n > 0) {
        const uint64_t low = from % WORD, most = WORD - low;
        const uint64_t some = n < most ? n : most; /* from 1 to WORD */
        // cppcheck-suppress shiftTooManyBits ; it is at most WORD - 1
        const unsigned long long mask = (~0ull >> (WORD - some)) << low;
        atomic_ullong *word = &bits[from / WORD];
        if ((atomic_load_explicit(word, memory_order_relaxed) & mask) != mask)
            atomic_fetch_or_explicit(word, mask, memory_order_relaxed);
        from += some;
        n -= some;
    }
}

/* The block loads the n bytes of array i from `from` on: note their columns. */
static void mark_columns(struct own *own, int i, uint64_t from, uint64_t n)
{
    const uint32_t n_columns = array[i].columns;
    if (n_columns == 0)
        return;
    uint64_t first = from / COLUMN, last = (from + n - 1) / COLUMN;
    if (last - first >= n_columns) /* all of them */
        last = first + n_columns - 1;
    for (uint64_t k = first; k <= last; k++)
        (*own->running)[i][k % n_columns / WORD] |= 1ull << k % n_columns % WORD;
}

/* Note what the running warp does with array i: what a block loads after its results
   are stored is for its next ones. */
static void mark_turn(struct worker *w, int i, const struct request *r)
{
    struct own *own = emu_own(w, slot);
    uint32_t *stored = &own->stored[w->first_lane / WARP_SIZE];
    const uint32_t others = ~(1u << i);
    if (r->write || r->atomic) {
        *stored |= 1u << i;
        if (own->loaded & others)
            atomic_store_explicit(&computed, true, memory_order_relaxed);
    } else {
        own->loaded |= 1u << i;
        if (*stored & others)
            own->next[w->first_lane / WARP_SIZE] = own->again = true;
    }
}

static void mark_accessed(struct worker *w, int i, const struct request *r,
                          uint64_t from, uint64_t n)
{
    const struct array *a = &array[i];
    struct own *own = emu_own(w, slot);
    if (emu_settings()->wave && own->next[w->first_lane / WARP_SIZE])
        return;
    from -= a->offset;
    if (!r->write || r->atomic)
        mark(a->bits[LOADED], from, n);
    if (r->write || r->atomic)
        mark(a->bits[STORED], from, n);
    if (!r->write && !r->atomic)
        mark_columns(own, i, from, n);
}

/* n lanes, with `different` offsets. */
static void add(struct array_counters *c, const struct request *r, int sectors, int n,
                int different)
{
    struct array_accesses *to = r->atomic  ? &c->atomic
                                : r->write ? &c->store
                                           : &c->load;
    to->requests++;
    to->sectors += sectors;
    to->bytes += (uint64_t)n * r->size;
    to->different += (uint64_t)different * r->size;
}

/* True if none of the k lanes before lane k has its offset. */
static bool is_new(const struct request *r, int k)
{
    const uint64_t offset = emu_request_offset(r, k);
    for (int i = 0; i < k; i++)
        if (emu_request_offset(r, i) == offset)
            return false;
    return true;
}

/* All lanes access this array. */
static void count_whole(struct worker *w, const struct request *r, int i)
{
    struct own *own = emu_own(w, slot);
    int different = 0;
    mark_turn(w, i, r);
    if (r->shape == SHAPE_ROW) {
        mark_accessed(w, i, r, r->offset[0], (uint64_t)r->n * r->size);
        different = r->n;
    } else {
        for (int k = 0; k < emu_request_spelled(r); k++) {
            mark_accessed(w, i, r, r->offset[k], r->size);
            different += is_new(r, k);
        }
    }
    add(&own->counters[i], r, emu_count_cost(w), r->n, different);
}

/* Some lanes may access this array. */
static void count_part(struct worker *w, const struct request *r, int i)
{
    struct own *own = emu_own(w, slot);
    uint64_t sector[WARP_SIZE];
    int n = 0, sectors = 0, different = 0;
    for (int k = 0; k < r->n; k++) {
        const uint64_t offset = emu_request_offset(r, k);
        int s = 0;
        if (!holds(&array[i], offset))
            continue;
        n++;
        different += is_new(r, k);
        mark_accessed(w, i, r, offset, r->size);
        while (s < sectors && sector[s] != offset / SECTOR_BYTES)
            s++;
        if (s == sectors)
            sector[sectors++] = offset / SECTOR_BYTES;
    }
    if (n) {
        add(&own->counters[i], r, sectors, n, different);
        mark_turn(w, i, r);
    }
}

static void count(struct worker *w, const struct request *r)
{
    uint64_t low, high;
    if (n_arrays == 0)
        return;
    emu_request_span(r, &low, &high);
    for (int i = 0; i < n_arrays; i++) {
        const struct array *a = &array[i];
        if (holds(a, low) && holds(a, high)) {
            count_whole(w, r, i);
            return;
        }
        if (low < a->offset + a->bytes && high >= a->offset)
            count_part(w, r, i);
    }
}

/* ---- Blocks. */

/* It begins, or continues after a barrier of the whole grid. */
static void block_begin(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    own->running = waiting ? &waiting[w->block] : &own->one;
    own->loaded = 0;
    memset(own->stored, 0, sizeof own->stored);
    memset(own->next, 0, sizeof own->next);
    own->again = false;
}

/* All threads are at a barrier. In the first wave alone, a block that computes one
   result after another ends after its first. */
static void meet(struct worker *w)
{
    const struct own *own = emu_own(w, slot);
    w->enough |= own->again && emu_settings()->wave;
}

/* Each column that the block has loaded from has one more reader. */
static void block_end(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    for (int i = 0; i < n_arrays; i++)
        for (uint32_t k = 0; k * WORD < array[i].columns; k++) {
            for (uint64_t bits = (*own->running)[i][k]; bits; bits &= bits - 1)
                atomic_fetch_add_explicit(
                    &array[i].readers[k * WORD + __builtin_ctzll(bits)], 1,
                    memory_order_relaxed);
            (*own->running)[i][k] = 0;
        }
}

/* ---- Launches. */

static void launch(const struct launch *l)
{
    if (n_arrays && l->cooperative)
        waiting = emu_allocate(l->blocks, sizeof *waiting, "the blocks of a grid");
    computed = false;
    if (emu_settings()
            ->wave) /* what launches before it have stored is not the wave's */
        for (int i = 0; i < n_arrays; i++)
            for (int k = 0; k < BITS; k++)
                memset(array[i].bits[k], 0,
                       words_of(array[i].bytes) * sizeof *array[i].bits[k]);
}

bool emu_arrays_computed(void)
{
    return computed;
}

static void begin(struct worker *w)
{
    memset(emu_own(w, slot), 0, sizeof(struct own));
}

/* Counters are scaled, from the blocks that ran to the whole grid; the different bytes
   are not. */
static void add_up(const struct launch *l)
{
    enum { COUNTERS = 3 * sizeof(struct array_accesses) / sizeof(uint64_t) };
    const uint64_t ran = (l->until + l->step - 1) / l->step;
    int n;
    struct worker *const *workers = emu_workers(&n);
    for (int i = 0; i < n; i++) {
        const struct own *own = emu_own(workers[i], slot);
        for (int k = 0; k < n_arrays; k++) {
            const uint64_t *from = (const uint64_t *)&own->counters[k];
            uint64_t *to = (uint64_t *)&sum[k];
            for (int c = 0; c < COUNTERS; c++)
                to[c] += (unsigned __int128)from[c] * l->until / ran;
        }
    }
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

static uint64_t set_bits(const struct array *a, int which)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < words_of(a->bytes); i++)
        n += __builtin_popcountll(a->bits[which][i]);
    return n;
}

static uint64_t least_readers(const struct array *a)
{
    unsigned least = a->columns ? a->most_readers[0] : 0;
    for (uint32_t k = 1; k < a->columns; k++)
        least = a->most_readers[k] < least ? a->most_readers[k] : least;
    return least;
}

static void count_stored(const struct array *a, struct array_counters *c)
{
    static bool column[MOST_COLUMNS];
    uint64_t last = UINT64_MAX;
    if (a->columns == 0)
        return;
    memset(column, 0, sizeof column);
    c->rows_stored = c->columns_stored = 0;
    for (uint64_t i = 0; i < words_of(a->bytes); i++)
        for (uint64_t bits = a->bits[STORED][i]; bits;) {
            const int bit = __builtin_ctzll(bits) / COLUMN * COLUMN;
            const uint64_t at = (i * WORD + bit) / COLUMN, row = at / a->columns;
            bits &= ~(((1ull << COLUMN) - 1) << bit);
            c->rows_stored += row != last;
            last = row;
            c->columns_stored += !column[at % a->columns];
            column[at % a->columns] = true;
        }
}

struct array_counters emu_arrays_sum(int i)
{
    if (i < 0 || i >= n_arrays)
        return (struct array_counters){0};
    sum[i].bytes_loaded = set_bits(&array[i], LOADED);
    sum[i].bytes_stored = set_bits(&array[i], STORED);
    if (emu_settings()->wave)
        count_stored(&array[i], &sum[i]);
    sum[i].least_readers = least_readers(&array[i]);
    return sum[i];
}

const struct observer emu_arrays = {.slot = &slot,
                                    .bytes = sizeof(struct own),
                                    .launch = launch,
                                    .completed = add_up,
                                    .begin = begin,
                                    .block = block_begin,
                                    .meet = meet,
                                    .block_end = block_end,
                                    .global = count};
