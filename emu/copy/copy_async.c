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
#include "settings.h"
#include "shared.h"
#include "withheld.h"
#include "witness.h"

struct copy {
    char *to;
    const char *from;
    uint32_t bytes, zeros; /* of the bytes, the last `zeros` become 0 */
    uint32_t batch;
    uint32_t group; /* those that were begun before its own */
    uintptr_t pc;
    int barrier; /* it belongs to this phase of barrier i, and 1; 0: to none */
    uint64_t phase;
};

/* The copies that a thread has begun in one block of one launch. */
struct queue {
    unsigned launch;
    uint64_t block;
    uint32_t batch;       /* batches closed */
    uint32_t last;        /* of these, the last that a copy was begun in, and 1 */
    uint32_t groups;      /* begun: batches with copies, or parts of one, each of which
                             an mbarrier completes */
    uint32_t tiles;       /* waits that a copy completed at */
    uint64_t bytes_in_16; /* read by copies of 16 bytes */
    uint32_t *tile_of;    /* of each group that is complete */
    size_t complete, tile_room;
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

static struct queue *my_queue(void)
{
    const struct worker *w = emu_worker();
    if (!queues[w->number])
        queues[w->number] = resize(NULL, MAX_THREADS, sizeof **queues);
    struct queue *q = &queues[w->number][emu_thread() - w->thread];
    if (q->launch != w->launch->number || q->block != w->block) {
        last_launch = q->launch = w->launch->number;
        q->block = w->block;
        q->batch = q->last = q->groups = q->tiles = 0;
        q->bytes_in_16 = 0;
        q->n = q->complete = 0;
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
    for (int i = 0; old && i < MAX_THREADS; i++) {
        free(old[i].copies);
        free(old[i].tile_of);
    }
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

/* The groups up to this one are part of the tile that is completed now. */
static void complete(struct queue *q, uint32_t group)
{
    if (group >= q->tile_room) {
        q->tile_room = 2 * q->tile_room + 64;
        q->tile_of = resize(q->tile_of, q->tile_room, sizeof *q->tile_of);
    }
    while (q->complete <= group)
        q->tile_of[q->complete++] = q->tiles - 1;
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
    q->last = 0; /* the next copy begins another group */
    return n;
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
        store(c);
        memset(shadow_of(c), SHADOW_SET, c->bytes / 4);
        q->tiles += first;
        first = false;
        complete(q, c->group);
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
        if (q->launch == w->launch->number && q->block == w->block)
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
    uintptr_t pc = (uintptr_t)__builtin_return_address(0);
    if (wrong(to, from, bytes, zeros))
        emu_stop_at(wrong(to, from, bytes, zeros), pc);
    struct queue *q = my_queue();
    if (q->n == q->room) {
        size_t room = 2 * q->room + 8;
        q->copies = resize(q->copies, room, sizeof *q->copies);
        q->room = room;
    }
    const bool opens = q->last != q->batch + 1; /* a group */
    struct copy *c = &q->copies[q->n++];
    *c = (struct copy){.group = q->groups - !opens,
                       .to = to,
                       .from = from,
                       .bytes = bytes,
                       .zeros = zeros,
                       .batch = q->batch,
                       .pc = pc};
    begin(c);
    /* Only now: an observer that sees each access has seen those before. */
    q->last = q->batch + 1;
    q->groups += opens;
    q->bytes_in_16 += bytes == 16 ? bytes - zeros : 0;
}

void emu_copy_commit(void)
{
    my_queue()->batch++;
}

bool emu_copy_progress(const struct worker *w, uint32_t thread,
                       struct copy_progress *to)
{
    const struct queue *q = queues[w->number] ? &queues[w->number][thread] : NULL;
    if (!q || q->launch != w->launch->number || q->block != w->block || !q->groups)
        return false;
    *to = (struct copy_progress){q->groups, q->complete, q->tiles, q->bytes_in_16,
                                 q->tile_of};
    return true;
}

bool emu_copy_in_flight(const struct worker *w, uint64_t offset, uint32_t *thread,
                        uintptr_t *pc)
{
    const uintptr_t at = w->shared_base + offset - SHARED_OFFSET;
    for (uint32_t i = 0; queues[w->number] && i < w->launch->threads; i++) {
        const struct queue *q = &queues[w->number][i];
        if (q->launch != w->launch->number || q->block != w->block)
            continue;
        for (size_t k = 0; k < q->n; k++)
            if (at - (uintptr_t)q->copies[k].to < q->copies[k].bytes) {
                *thread = i;
                *pc = q->copies[k].pc;
                return true;
            }
    }
    return false;
}

void emu_copy_wait(size_t prior)
{
    struct queue *q = my_queue();
    size_t landed = 0, closed = q->batch;
    while (landed < q->n && q->copies[landed].batch < closed &&
           closed - q->copies[landed].batch > prior) {
        land(&q->copies[landed]);
        q->tiles += landed == 0;
        complete(q, q->copies[landed++].group);
    }
    q->n -= landed;
    if (q->n)
        memmove(q->copies, q->copies + landed, q->n * sizeof *q->copies);
}
