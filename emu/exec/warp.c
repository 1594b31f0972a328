/*
 * A warp's accesses, merged. Each lane ran on its own and logged what it did; here the
 * 32 logs are laid side by side, and accesses by one instruction become one request, as
 * on a GPU, where the lanes run together.
 *
 *   lane            0     1     2     3
 *   first entry     A@12  A@12  A@12  A@12      one request of four lanes
 *   second entry    B@15  B@15  C@20  C@20      the lanes part: two requests
 */
#include <string.h>

#include "event.h"
#include "symbols.h"

enum { LOOK_AHEAD = 32 }; /* rows searched for the place where lanes meet again */

/* Lanes at their next entries: lane L's is log[L][head[L]]. */
static inline uint64_t entry_of(const struct worker *w, const uint16_t *head, int lane)
{
    return w->log[lane][head[lane]];
}

static bool adjacent(uint32_t lanes)
{
    uint32_t from_first = lanes >> __builtin_ctz(lanes);
    return !(from_first & (from_first + 1));
}

/* The two commonest requests, told at a glance; both of 4 bytes a lane. */
static inline enum request_shape shape_of(const struct request *r)
{
    uint64_t step = r->n > 1 ? r->offset[1] - r->offset[0] : 0, differ = 0;
    if (r->size != 4 || (step != 0 && step != 4))
        return SHAPE_ANY;
    for (int i = 0; i < r->n; i++)
        differ |= r->offset[i] ^ (r->offset[0] + i * step);
    return differ ? SHAPE_ANY : step ? SHAPE_ROW : SHAPE_ONE_WORD;
}

/* The numbers of the lanes: how many. */
static inline int spell_lanes(uint32_t lanes, uint8_t *lane)
{
    int n = 0;
    if (lanes == 0xffffffff) {
        for (int i = 0; i < WARP_SIZE; i++)
            lane[i] = i;
        return WARP_SIZE;
    }
    for (; lanes; lanes &= lanes - 1)
        lane[n++] = __builtin_ctz(lanes);
    return n;
}

/* The part of shared memory that the block has written grows by the request. (What it
   only reads, nothing has set.) */
static void note_extent(struct worker *w, const struct request *r)
{
    uint64_t low = w->shared_low, high = w->shared_high;
    for (int i = 0; i < emu_request_spelled(r); i++) {
        low = r->offset[i] < low ? r->offset[i] : low;
        high = r->offset[i] + r->size > high ? r->offset[i] + r->size : high;
    }
    uint64_t last = emu_request_offset(r, r->n - 1) + r->size;
    w->shared_low = low;
    w->shared_high = last > high ? last : high;
}

/* Issue what these lanes have next. Their keys are equal. */
static inline void issue(struct worker *w, const uint16_t *head, uint32_t lanes,
                         enum request_shape shape)
{
    uint64_t first = entry_of(w, head, __builtin_ctz(lanes)),
             key = first >> OFFSET_BITS;
    struct request r;
    r.pc = emu_full_pc(key >> KEY_PC_SHIFT);
    r.size = emu_key_size(key);
    r.write = key & KEY_WRITE;
    r.atomic = key & KEY_ATOMIC;
    first &= OFFSET_MASK;
    r.lands = emu_key_lands(key);
    r.shared = first >= SHARED_OFFSET && first < MODULE_OFFSET;
    uint64_t base = r.shared ? SHARED_OFFSET : 0;
    r.shape = r.size == 4 ? shape : SHAPE_ANY;
    r.lanes = lanes;
    r.n = spell_lanes(lanes, r.lane);
    r.offset[0] = first - base;
    if (r.shape == SHAPE_ANY) {
        for (int i = 1; i < r.n; i++)
            r.offset[i] = (entry_of(w, head, r.lane[i]) & OFFSET_MASK) - base;
        r.shape = shape_of(&r);
    }
    if (r.shared) {
        if (r.write)
            note_extent(w, &r);
        EMU_TELL(w->on, shared, w, &r);
    } else {
        w->saw_global = true;
        EMU_TELL(w->on, global, w, &r);
    }
}

/* ---- Lanes together. */

enum { AHEAD_MOST = 64 };

/* In which bits the lanes' next n entries differ from the first lane's: as they are,
   and each taken a word further than its neighbour's. */
VECTORIZED static void compare(const struct worker *w, const uint16_t *head,
                               uint32_t have, int n, uint64_t *as_is, uint64_t *in_row)
{
    int first = __builtin_ctz(have);
    const uint64_t *base = &w->log[first][head[first]];
    for (int i = 0; i < n; i++)
        as_is[i] = in_row[i] = 0;
    for (uint32_t rest = have & (have - 1); rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        const uint64_t *entry = &w->log[lane][head[lane]];
        uint64_t step = 4 * (uint64_t)(lane - first);
        for (int i = 0; i < n; i++) {
            as_is[i] |= entry[i] ^ base[i];
            in_row[i] |= entry[i] ^ (base[i] + step);
        }
    }
}

/* Issue up to n requests of all lanes in `have`, as long as these stay together: how
   many were issued. */
static int together(struct worker *w, uint16_t *head, uint32_t have, int n)
{
    uint64_t as_is[AHEAD_MOST], in_row[AHEAD_MOST];
    uint16_t one[WARP_SIZE];
    bool row = adjacent(have);
    int issued = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        one[lane] = have >> lane & 1;
    compare(w, head, have, n, as_is, in_row);
    for (; issued < n && !(as_is[issued] >> OFFSET_BITS); issued++) {
        issue(w, head, have,
              !as_is[issued]           ? SHAPE_ONE_WORD
              : row && !in_row[issued] ? SHAPE_ROW
                                       : SHAPE_ANY);
        for (int lane = 0; lane < WARP_SIZE; lane++)
            head[lane] += one[lane];
    }
    return issued;
}

/* ---- Lanes apart. */

/* The lanes of `have` whose entry in this row has the key of the first of them. */
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

/* How far ahead of the lanes in `others` the key is: 0 if none of them comes to it. */
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
 * The lanes have parted: which of them go first? Those whose access no other lane will
 * come to, since the others need not wait for it; among several, the lowest address in
 * the program, which is the inside of a loop before what follows it. If every access is
 * still ahead of some other lane, the one furthest ahead waits least.
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
static void apart(struct worker *w, uint16_t *head, uint32_t have)
{
    uint64_t entry[WARP_SIZE];
    for (uint32_t rest = have; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        entry[lane] = entry_of(w, head, lane);
    }
    uint32_t lanes = choose(w, head, entry, have);
    issue(w, head, lanes, SHAPE_ANY);
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        head[__builtin_ctz(rest)]++;
}

/* Move what is left of each lane's log to its front. */
static void keep_rest(struct worker *w, const uint16_t *head)
{
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        int left = w->filled[lane] > head[lane] ? w->filled[lane] - head[lane] : 0;
        memmove(w->log[lane], w->log[lane] + head[lane], left * sizeof **w->log);
        w->filled[lane] = left;
    }
}

void emu_warp_merge(struct worker *w, uint32_t open)
{
    uint16_t head[WARP_SIZE] = {0};
    int ahead = AHEAD_MOST; /* how far it is worth to look */
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
        int n = common < ahead ? common : ahead, issued = together(w, head, have, n);
        if (issued < n) {
            apart(w, head, have);
            ahead = issued + 1;
        } else {
            ahead = 2 * ahead < AHEAD_MOST ? 2 * ahead : AHEAD_MOST;
        }
    }
    keep_rest(w, head);
}
