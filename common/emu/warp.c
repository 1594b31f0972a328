/*
 * A warp's accesses, merged. Each lane ran on its own and logged what it did; here the
 * 32 logs are laid side by side, and accesses by one instruction become one request, as
 * on a GPU, where the lanes run together.
 *
 *   log[row][lane]     row 0   A@12  A@12  A@12  A@12      one request, four lanes
 *                      row 1   B@15  B@15  C@20  C@20      the lanes part: two requests
 */
#include "emu.h"

enum { LOOK_AHEAD = 32 }; /* rows searched for the place where lanes meet again */

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

static inline void issue(struct worker *w, uint64_t key, const uint64_t *entry,
                         uint32_t lanes)
{
    struct request r = {.pc = emu_full_pc(key >> KEY_PC_SHIFT),
                        .size = 1u << (key & 7),
                        .write = key & KEY_WRITE,
                        .atomic = key & KEY_ATOMIC};
    uint64_t first = entry[__builtin_ctz(lanes)] & OFFSET_MASK;
    bool shared = first >= SHARED_OFFSET && first < MODULE_OFFSET;
    uint64_t base = shared ? SHARED_OFFSET : 0;
    if (lanes == 0xffffffff) {
        r.n = WARP_SIZE;
        for (int lane = 0; lane < WARP_SIZE; lane++) {
            r.lane[lane] = lane;
            r.offset[lane] = (entry[lane] & OFFSET_MASK) - base;
        }
    } else {
        for (; lanes; lanes &= lanes - 1) {
            int lane = __builtin_ctz(lanes);
            r.lane[r.n] = lane;
            r.offset[r.n++] = (entry[lane] & OFFSET_MASK) - base;
        }
    }
    w->counters.accesses += r.n;
    r.shape = shape_of(&r);
    r.shared = shared;
    if (!shared) {
        w->saw_global = true;
        emu_count_global(w, &r);
        emu_race_global(w, &r);
        return;
    }
    emu_count_shared(w, &r);
    emu_race_shared(w, &r);
}

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
            if (w->log[head[lane] + d][lane] >> OFFSET_BITS == key) {
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

/* Move what is left in each column to its front. */
static void keep_rest(struct worker *w, const uint16_t *head)
{
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        int left = w->filled[lane] - head[lane];
        for (int i = 0; head[lane] > 0 && i < left; i++)
            w->log[i][lane] = w->log[head[lane] + i][lane];
        w->filled[lane] = left;
    }
}

VECTORIZED void emu_warp_merge(struct worker *w, uint32_t open)
{
    uint16_t head[WARP_SIZE] = {0};
    uint32_t have = 0;
    int common = LOG_DEPTH;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (w->filled[lane]) {
            have |= 1u << lane;
            common = w->filled[lane] < common ? w->filled[lane] : common;
        }
    /* Most warps never part: whole rows, as long as every lane has the same key. */
    if (!(open & ~have) && have) {
        int row = 0;
        while (row < common && same_key(w->log[row], have) == have) {
            issue(w, w->log[row][__builtin_ctz(have)] >> OFFSET_BITS, w->log[row],
                  have);
            row++;
        }
        for (uint32_t rest = have; rest; rest &= rest - 1)
            head[__builtin_ctz(rest)] = row;
    }
    for (;;) {
        uint64_t entry[WARP_SIZE];
        have = 0;
        for (int lane = 0; lane < WARP_SIZE; lane++)
            if (head[lane] < w->filled[lane]) {
                have |= 1u << lane;
                entry[lane] = w->log[head[lane]][lane];
            }
        if (!have || open & ~have)
            break;
        uint32_t lanes = choose(w, head, entry, have);
        issue(w, entry[__builtin_ctz(lanes)] >> OFFSET_BITS, entry, lanes);
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            head[__builtin_ctz(rest)]++;
    }
    keep_rest(w, head);
}
