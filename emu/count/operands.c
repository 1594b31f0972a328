/*
 * What threads multiply, as far as it comes by shared memory: words that another thread
 * has stored; and in a call that withholds them (probe_withhold()), the elements of
 * inputs that plain stores bring there. They are withheld at the next barrier, when
 * each store has been made and no thread has read it yet.
 */
#include "count.h"

#include <string.h>

#include "launch.h"
#include "memory.h"
#include "shared.h"
#include "withheld.h"

enum { WORDS = 228 * 1024 / 4, ANY_WAY = -1 };

static int slot;
struct own {
    uint16_t stored_by[WORDS];      /* thread, plus 1; 0: none, or a copy */
    uint64_t fresh[WORDS / 64 + 1]; /* stored since the last barrier, a bit each */
    uint32_t low, high;             /* all of these are in [low, high) */
};

static void block(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    if (!emu_withholds(ANY_WAY))
        return;
    memset(own, 0, sizeof *own);
    own->low = WORDS;
}

static void store(struct own *own, const struct request *r, uint32_t word,
                  uint32_t thread)
{
    const bool copied = r->async || r->lands;
    own->stored_by[word] = copied ? 0 : (uint16_t)(thread + 1);
    if (copied)
        return;
    own->fresh[word / 64] |= 1ull << word % 64;
    own->low = word < own->low ? word : own->low;
    own->high = word >= own->high ? word + 1 : own->high;
}

static void see(struct worker *w, const struct request *r)
{
    struct own *own = emu_own(w, slot);
    struct counters *c = emu_counters(w);
    if (!emu_withholds(ANY_WAY))
        return;
    for (int i = 0; i < r->n; i++) {
        const uint64_t at = emu_request_offset(r, i);
        const uint32_t thread = w->first_lane + r->lane[i];
        for (uint64_t word = at / 4; word < (at + r->size + 3) / 4; word++) {
            if (word >= WORDS)
                break;
            if (r->write)
                store(own, r, (uint32_t)word, thread);
            else if (own->stored_by[word] != thread + 1)
                c->shared_foreign_bytes += r->size < 4 ? r->size : 4;
        }
    }
}

/* What was stored is seen by other threads from now on. */
static void meet(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    if (!emu_withholds(WAY_SHARED) || own->low >= own->high)
        return;
    for (uint32_t k = own->low / 64; k <= (own->high - 1) / 64; k++)
        for (; own->fresh[k]; own->fresh[k] &= own->fresh[k] - 1) {
            const uint32_t word = k * 64 + (uint32_t)__builtin_ctzll(own->fresh[k]);
            emu_withhold_bytes((char *)w->shared_base + 4ull * word, 4);
        }
    own->low = WORDS;
    own->high = 0;
}

static void see_async(struct worker *w, const struct async_event *e)
{
    (void)e;
    meet(w);
}

const struct observer emu_operands = {.slot = &slot,
                                      .bytes = sizeof(struct own),
                                      .block = block,
                                      .shared = see,
                                      .barrier = meet,
                                      .warp_sync = meet,
                                      .async = see_async,
                                      .hears = 1u << ASYNC_COMPLETES};
