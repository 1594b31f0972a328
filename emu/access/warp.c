/*
 * A warp's accesses, merged. Each lane ran on its own and logged what it did; here the
 * 32 logs are laid side by side, and accesses by one instruction become one request, as
 * on a GPU, where the lanes run together.
 *
 *   lane            0     1     2     3
 *   first entry     A@12  A@12  A@12  A@12      one request of four lanes
 *   second entry    B@15  B@15  C@20  C@20      the lanes diverge: two requests
 */
#include <string.h>

#include "event.h"
#include "symbols.h"

enum { LOOK_AHEAD = 32 }; /* rows searched for the place where lanes converge again */

/* The next entry of lane L is log[L][head[L]]. */

static void set_lanes(struct request *r, uint32_t lanes)
{
    r->lanes = lanes;
    r->n = 0;
    for (; lanes; lanes &= lanes - 1)
        r->lane[r->n++] = __builtin_ctz(lanes);
}

/* Extend the part of shared memory that the block has written by the request. (Bytes
   that it only reads were never set.) */
static void note_extent(struct worker *w, const struct request *r)
{
    uint64_t low, high;
    emu_request_span(r, &low, &high);
    w->shared_low = low < w->shared_low ? low : w->shared_low;
    w->shared_high = high + r->size > w->shared_high ? high + r->size : w->shared_high;
}

/* Set the fields that the key of an entry has. Returns the base of its offset. */
static inline uint64_t set_kind(struct request *r, uint64_t entry)
{
    const uint64_t key = entry >> OFFSET_BITS, offset = entry & OFFSET_MASK;
    r->pc = emu_full_pc(key >> KEY_PC_SHIFT);
    r->size = emu_key_size(key);
    r->write = key & KEY_WRITE;
    r->async = emu_key_begins_copy(key);
    r->atomic = key & KEY_ATOMIC && !r->async;
    r->lands = emu_key_lands(key);
    r->compared = emu_key_compared(key);
    r->shared = offset >= SHARED_OFFSET && offset < MODULE_OFFSET;
    return r->shared ? SHARED_OFFSET : 0;
}

VECTORIZED static void spread(uint64_t *offset, uint64_t first, uint64_t step)
{
    for (int i = 0; i < WARP_SIZE; i++)
        offset[i] = first + i * step;
}

/* Set the offsets, which are `step` apart. */
static inline void set_regular(struct request *r, uint64_t first, uint64_t step)
{
    r->regular = true;
    r->shape = SHAPE_ANY;
    r->offset[0] = first;
    if (r->size == 4 && step == 0)
        r->shape = SHAPE_ONE_WORD;
    else if (r->size == 4 && step == 4)
        r->shape = SHAPE_ROW;
    else
        spread(r->offset, first, step);
}

/* Set the offsets to those in a row of entries. */
static inline void set_offsets(struct request *r, const uint64_t *const *next, int row,
                               uint64_t base)
{
    r->regular = false;
    r->shape = SHAPE_ANY;
    for (int i = 0; i < r->n; i++)
        r->offset[i] = (next[i][row] & OFFSET_MASK) - base;
}

/* Take what the lanes store from the entries that became the request. */
static void set_stored(const struct worker *w, struct request *r,
                       const uint64_t *const *next, int row)
{
    r->stores = w->stored && r->write && !r->atomic && !r->async && !r->lands;
    for (int i = 0; r->stores && i < r->n; i++)
        r->stored[i] = w->stored[r->lane[i]][next[i] + row - w->log[r->lane[i]]];
}

static inline void issue(struct worker *w, const struct request *r)
{
    if (r->shared) {
        if (r->write)
            note_extent(w, r);
        EMU_TELL(w->on, shared, w, r);
    } else {
        w->turn_ends = true;
        EMU_TELL(w->on, global, w, r);
    }
}

/* ---- Converged lanes. */

enum {
    AHEAD_MOST = 64,
    BATCH = 4,  /* rows per register... */
    AT_ONCE = 2 /* ...and registers used alternately */
};
typedef uint64_t batch __attribute__((vector_size(BATCH * sizeof(uint64_t))));

/* A row has one entry of each lane. Compute the bits in which an entry differs from
   the first lane's, and those in which it differs from a constant step from lane to
   lane. */
struct rows {
    batch as_is[AHEAD_MOST / BATCH], regular[AHEAD_MOST / BATCH];
};

/* The same for the rows of n lanes that begin with the entries at next[0..n), in whole
   batches: a log has room after its end for what is read there. */
VECTORIZED static void compare(const uint64_t *const *next, int n, int n_rows,
                               struct rows *rows)
{
    for (int k = 0; k * BATCH < n_rows; k += AT_ONCE) {
        batch first[AT_ONCE], step[AT_ONCE], expected[AT_ONCE], as_is[AT_ONCE] = {0},
                                                                regular[AT_ONCE] = {0};
        for (int b = 0; b < AT_ONCE; b++) {
            memcpy(&first[b], next[0] + (k + b) * BATCH, sizeof *first);
            memcpy(&step[b], next[n > 1] + (k + b) * BATCH, sizeof *step);
            step[b] -= first[b];
            expected[b] = first[b];
        }
        for (int i = 1; i < n; i++)
            for (int b = 0; b < AT_ONCE; b++) {
                batch entry;
                memcpy(&entry, next[i] + (k + b) * BATCH, sizeof entry);
                expected[b] += step[b];
                as_is[b] |= entry ^ first[b];
                regular[b] |= entry ^ expected[b];
            }
        for (int b = 0; b < AT_ONCE; b++) {
            rows->as_is[k + b] = as_is[b];
            rows->regular[k + b] = regular[b];
        }
    }
}

/* Issue up to n requests of all lanes in `have`, until the lanes diverge. Returns how
   many were issued. */
static int converged(struct worker *w, uint16_t *head, uint32_t have, int n)
{
    const uint64_t *next[WARP_SIZE];
    struct rows rows;
    struct request r;
    unsigned row = 0;
    set_lanes(&r, have);
    for (int i = 0; i < r.n; i++)
        next[i] = &w->log[r.lane[i]][head[r.lane[i]]];
    compare(next, r.n, n, &rows);
    for (; row < (unsigned)n && !(rows.as_is[row / BATCH][row % BATCH] >> OFFSET_BITS);
         row++) {
        const uint64_t first = next[0][row], base = set_kind(&r, first);
        if (!rows.regular[row / BATCH][row % BATCH])
            set_regular(&r, (first & OFFSET_MASK) - base, next[r.n > 1][row] - first);
        else
            set_offsets(&r, next, row, base);
        set_stored(w, &r, next, (int)row);
        issue(w, &r);
    }
    for (int i = 0; i < r.n; i++)
        head[r.lane[i]] += row;
    return row;
}

/* ---- Diverged lanes. */

/* The lanes of `have` whose entry in this row has the same key as that of the first
   one. */
static inline uint32_t same_key(const uint64_t *entry, uint32_t have)
{
    uint64_t first = entry[__builtin_ctz(have)], differ = 0;
    if (have == 0xffffffff) {
        for (int lane = 0; lane < WARP_SIZE; lane++)
            differ |= entry[lane] ^ first;
        if (!(differ >> OFFSET_BITS))
            return have;
    }
    uint32_t same = 0;
    for (uint32_t rest = have; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        if (!((entry[lane] ^ first) >> OFFSET_BITS))
            same |= 1u << lane;
    }
    return same;
}

/* How many rows ahead of the lanes in `others` the key is; 0 if none of them has it. */
static int distance_ahead(const struct worker *w, const uint16_t *head, uint64_t key,
                          uint32_t others)
{
    int nearest = 0;
    for (; others; others &= others - 1) {
        int lane = __builtin_ctz(others);
        for (int d = 1; d <= LOOK_AHEAD && head[lane] + d < w->filled[lane]; d++)
            if (w->log[lane][head[lane] + d] >> OFFSET_BITS == key) {
                nearest = nearest == 0 || d < nearest ? d : nearest;
                break;
            }
    }
    return nearest;
}

/*
 * The lanes have diverged. First come those whose access is not ahead of any other
 * lane: no lane needs to wait for it. Among several of these, the lowest address in the
 * program is first, so that a loop's body comes before the code after the loop. If
 * every access is still ahead of some other lane, the one furthest ahead is first.
 */
static uint32_t choose(const struct worker *w, const uint16_t *head,
                       const uint64_t *entry, uint32_t have)
{
    uint32_t best = 0;
    uint64_t best_key = 0;
    int best_ahead = 0;
    for (uint32_t rest = have; rest;) {
        uint32_t group = same_key(entry, rest);
        uint64_t key = entry[__builtin_ctz(group)] >> OFFSET_BITS;
        int ahead = distance_ahead(w, head, key, have & ~group);
        bool better = ahead == 0 ? best_ahead > 0 || key < best_key
                                 : best_ahead > 0 && ahead > best_ahead;
        if (!best || better) {
            best = group;
            best_key = key;
            best_ahead = ahead;
        }
        rest &= ~group;
    }
    return best;
}

/* Issue the request that goes first. */
static void diverged(struct worker *w, uint16_t *head, uint32_t have)
{
    const uint64_t *next[WARP_SIZE];
    uint64_t entry[WARP_SIZE];
    struct request r;
    for (uint32_t rest = have; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        entry[lane] = w->log[lane][head[lane]];
    }
    set_lanes(&r, choose(w, head, entry, have));
    for (int i = 0; i < r.n; i++)
        next[i] = &w->log[r.lane[i]][head[r.lane[i]]++];
    set_offsets(&r, next, 0, set_kind(&r, next[0][0]));
    const uint64_t step = r.n > 1 ? r.offset[1] - r.offset[0] : 0;
    uint64_t differ = 0;
    for (int i = 0; i < r.n; i++)
        differ |= r.offset[i] ^ (r.offset[0] + i * step);
    if (!differ)
        set_regular(&r, r.offset[0], step);
    set_stored(w, &r, next, 0);
    issue(w, &r);
}

/* Move the rest of each lane's log to its front. */
static void keep_rest(struct worker *w, const uint16_t *head)
{
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        int left = w->filled[lane] > head[lane] ? w->filled[lane] - head[lane] : 0;
        memmove(w->log[lane], w->log[lane] + head[lane], left * sizeof **w->log);
        if (w->stored)
            memmove(w->stored[lane], w->stored[lane] + head[lane],
                    left * sizeof **w->stored);
        w->filled[lane] = left;
    }
}

void emu_warp_merge(struct worker *w, uint32_t open)
{
    uint16_t head[WARP_SIZE] = {0};
    int ahead = AHEAD_MOST; /* how far to search */
    for (;;) {
        uint32_t have = 0;
        int common = LOG_DEPTH;
        for (int lane = 0; lane < WARP_SIZE; lane++)
            if (head[lane] < w->filled[lane]) {
                int left = w->filled[lane] - head[lane];
                have |= 1u << lane;
                common = left < common ? left : common;
            }
        if (!have || open & ~have)
            break;
        int n = common < ahead ? common : ahead, issued = converged(w, head, have, n);
        if (issued < n) {
            diverged(w, head, have);
            ahead = issued + 1;
        } else {
            ahead = 2 * ahead < AHEAD_MOST ? 2 * ahead : AHEAD_MOST;
        }
    }
    keep_rest(w, head);
}
