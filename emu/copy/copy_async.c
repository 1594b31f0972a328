/*
 * Asynchronous copies to shared memory. On a GPU the data may arrive at any time
 * between the call and the wait. Here it arrives at the wait, or with EMU_ASYNC=early
 * at the call, too; if an mbarrier completes it, at the first wait of any thread for
 * its phase. Until then the bytes are unset, so that a read before the wait is a fault.
 * A copy counts as a load and a store when it begins. It can race as a store both then
 * and when it completes.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "copy_async.h"
#include "event.h"
#include "launch.h"
#include "platform.h"
#include "settings.h"
#include "shared.h"
#include "withheld.h"
#include "witness.h"

struct copy {
    char *to;
    const char *from;
    uint32_t bytes, zeros; /* of the bytes, the last `zeros` become 0 */
    uint32_t batch;
    uintptr_t pc;
    int barrier; /* it belongs to this phase of barrier i, and 1; 0: to none */
    uint64_t phase;
    bool stored; /* its thread has waited for it, but not yet for this phase */
};

/* The copies that a thread has begun in one block of one launch. */
struct queue {
    unsigned launch;
    uint64_t block;
    uint32_t batch; /* batches closed */
    struct copy_progress progress;
    struct copy *copies;
    size_t n, room;
};
static struct queue *queues[EMU_MAX_WORKERS]; /* MAX_THREADS of each worker's */
static atomic_uint last_launch;               /* that began a copy */

bool emu_copy_began(const struct launch *l)
{
    return last_launch == l->number;
}

/* Memory for n items of `bytes` bytes; without it, the running thread crashes. */
static void *resize(void *old, size_t n, size_t bytes)
{
    uint64_t *held = emu_hold_on();
    void *block = realloc(old, n * bytes);
    if (block && !old)
        memset(block, 0, n * bytes);
    emu_go_on(held);
    if (!block)
        emu_stop_at("begins too many asynchronous copies: memory is exhausted", 0);
    return block;
}

/* True if it is of the block that runs now. */
static bool is_current(const struct worker *w, const struct queue *q)
{
    return q->launch == w->launch->number && q->block == w->block;
}

static struct queue *my_queue(void)
{
    const struct worker *w = emu_worker();
    if (!queues[w->number])
        queues[w->number] = resize(NULL, MAX_THREADS, sizeof **queues);
    struct queue *q = &queues[w->number][emu_thread() - w->thread];
    if (!is_current(w, q)) {
        last_launch = q->launch = w->launch->number;
        q->block = w->block;
        q->batch = 0;
        q->progress = (struct copy_progress){0};
        q->n = 0;
    }
    return q;
}

struct queue *emu_copy_take(const struct worker *w)
{
    struct queue *all = emu_copy_began(w->launch) ? queues[w->number] : NULL;
    if (all)
        queues[w->number] = NULL;
    return all;
}

void emu_copy_give(const struct worker *w, struct queue *all)
{
    struct queue *old = queues[w->number];
    if (!all)
        return;
    for (int i = 0; old && i < MAX_THREADS; i++)
        free(old[i].copies);
    free(old);
    queues[w->number] = all;
}

static uint32_t log2_of(uint32_t bytes)
{
    return __builtin_ctz(bytes);
}

static uint8_t *shadow_of(const struct copy *c)
{
    const struct worker *w = emu_worker();
    return w->shared_shadow + ((uintptr_t)c->to - w->shared_base) / 4;
}

static void store(const struct copy *c)
{
    emu_witness_inside(true);
    memcpy(c->to, c->from, c->bytes - c->zeros);
    memset(c->to + c->bytes - c->zeros, 0, c->zeros);
    if (emu_withholds(WAY_SHARED | WAY_COPY_ASYNC))
        emu_withhold_bytes(c->to, c->bytes);
    emu_witness_inside(false);
}

static void begin(const struct copy *c)
{
    for (uint32_t done = 0, end = c->bytes - c->zeros; done < end;) {
        uint32_t piece = c->bytes; /* aligned, as what is left allows */
        while (done % piece || piece > end - done)
            piece /= 2;
        emu_access(c->from + done, log2_of(piece) | KEY_ATOMIC, c->pc);
        done += piece;
    }
    emu_access(c->to, (log2_of(c->bytes) + KEY_COPY_STORE) | KEY_WRITE | KEY_ATOMIC,
               c->pc);
    if (emu_settings()->early)
        store(c);
    memset(shadow_of(c), SHADOW_UNSET, c->bytes / 4);
}

static void land(const struct copy *c)
{
    emu_access(c->to, (log2_of(c->bytes) + KEY_COPY_STORE) | KEY_WRITE, c->pc);
    store(c);
}

/* A copy is complete; `opens` a tile: it is the first of this wait. */
static void complete(struct queue *q, const struct copy *c, bool opens)
{
    q->progress.tiles += opens;
    q->progress.in_flight -= c->bytes;
    q->progress.complete += c->bytes;
}

uint32_t emu_copy_attach(int barrier, uint64_t phase)
{
    struct queue *q = my_queue();
    uint32_t n = 0;
    for (struct copy *c = q->copies; c < q->copies + q->n; c++)
        if (!c->barrier) {
            c->barrier = barrier + 1;
            c->phase = phase;
            n++;
        }
    return n;
}

/* The bytes are there. */
static void settle(const struct copy *c)
{
    store(c);
    memset(shadow_of(c), SHADOW_SET, c->bytes / 4);
}

/* Of one thread: its copies that belong to a phase before this one. */
static uint32_t complete_attached(struct worker *w, uint32_t thread, int barrier,
                                  uint64_t phase)
{
    struct queue *q = &queues[w->number][thread];
    size_t kept = 0;
    bool first = true;
    for (size_t k = 0; k < q->n; k++) {
        const struct copy *c = &q->copies[k];
        if (c->barrier != barrier + 1 || c->phase >= phase) {
            q->copies[kept++] = *c;
            continue;
        }
        const struct landing l = {.barrier = barrier,
                                  .thread = thread,
                                  .pc = c->pc,
                                  .offset = (uintptr_t)c->to - w->shared_base,
                                  .bytes = c->bytes};
        if (!c->stored)
            settle(c);
        complete(q, c, first);
        first = false;
        EMU_ASYNC(w, ASYNC_LANDS, .landing = &l);
    }
    const size_t completed = q->n - kept;
    q->n = kept;
    return (uint32_t)completed;
}

uint32_t emu_copy_complete(struct worker *w, int barrier, uint64_t phase)
{
    uint32_t n = 0;
    for (uint32_t i = 0; queues[w->number] && i < w->launch->threads; i++) {
        const struct queue *q = &queues[w->number][i];
        if (is_current(w, q))
            n += complete_attached(w, i, barrier, phase);
    }
    return n;
}

/* What is wrong with a copy, as text; NULL if it is right. */
static const char *wrong(const void *to, const void *from, size_t bytes, size_t zeros)
{
    if (bytes != 4 && bytes != 8 && bytes != 16)
        return "begins an asynchronous copy of a size other than 4, 8 or 16 bytes";
    if (zeros > bytes)
        return "begins an asynchronous copy whose zero bytes, the fourth argument, are "
               "more than "
               "its size";
    if ((uintptr_t)to - emu_worker()->shared_base >= emu_shared_bytes())
        return "begins an asynchronous copy to memory that is not shared memory";
    if ((uintptr_t)from - emu_worker()->shared_base < emu_shared_bytes())
        return "begins an asynchronous copy from memory that is not global memory";
    return NULL;
}

void emu_copy_async(void *to, const void *from, size_t bytes, size_t zeros)
{
    uintptr_t pc = EMU_CALLER();
    if (wrong(to, from, bytes, zeros))
        emu_stop_at(wrong(to, from, bytes, zeros), pc);
    struct queue *q = my_queue();
    if (q->n == q->room) {
        size_t room = 2 * q->room + 8;
        q->copies = resize(q->copies, room, sizeof *q->copies);
        q->room = room;
    }
    struct copy *c = &q->copies[q->n++];
    *c = (struct copy){.to = to,
                       .from = from,
                       .bytes = bytes,
                       .zeros = zeros,
                       .batch = q->batch,
                       .pc = pc};
    begin(c);
    /* Only now: an observer that sees each access has seen those before. */
    q->progress.begun = true;
    q->progress.in_flight += bytes;
    q->progress.bytes_in_16 += bytes == 16 ? bytes - zeros : 0;
}

void emu_copy_commit(void)
{
    my_queue()->batch++;
}

bool emu_copy_progress(const struct worker *w, uint32_t thread,
                       struct copy_progress *to)
{
    const struct queue *q = queues[w->number] ? &queues[w->number][thread] : NULL;
    if (!q || !is_current(w, q) || !q->progress.begun)
        return false;
    *to = q->progress;
    return true;
}

bool emu_copy_in_flight(const struct worker *w, uint64_t offset, uint32_t *thread,
                        uintptr_t *pc, bool *committed)
{
    const uintptr_t at = w->shared_base + offset - SHARED_OFFSET;
    for (uint32_t i = 0; queues[w->number] && i < w->launch->threads; i++) {
        const struct queue *q = &queues[w->number][i];
        if (!is_current(w, q))
            continue;
        for (size_t k = 0; k < q->n; k++)
            if (at - (uintptr_t)q->copies[k].to < q->copies[k].bytes) {
                *thread = i;
                *pc = q->copies[k].pc;
                *committed = q->copies[k].batch < q->batch;
                return true;
            }
    }
    return false;
}

/* What a phase of an mbarrier completes, too, stays in the queue: it is the phase that
   orders it before the threads which wait there. */
void emu_copy_wait(size_t prior)
{
    struct queue *q = my_queue();
    const size_t n = q->n, closed = q->batch;
    bool first = true;
    q->n = 0;
    for (size_t k = 0; k < n; k++) {
        struct copy *c = &q->copies[k];
        const bool waited = c->batch < closed && closed - c->batch > prior;
        if (waited && !c->barrier) {
            land(c);
            complete(q, c, first);
            first = false;
            continue;
        }
        if (waited && !c->stored) {
            settle(c);
            c->stored = true;
        }
        q->copies[q->n++] = *c;
    }
}
