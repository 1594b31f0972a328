/*
 * A trace's rows about what does not end where it begins: copies of the copy engine,
 * the mbarriers that count their bytes, and wgmma. probe_trace.h has the format. A
 * plain trace has the copies and the products alone.
 */
#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "log.h"
#include "shared.h"
#include "trace.h"

static struct traced_async *all;
static size_t n, room;
static uint32_t window;
static uint64_t waited[MAX_WARPS]; /* the last phase that the warp waited for, hashed */

void emu_trace_async_end(void)
{
    free(all);
    all = NULL;
    n = room = 0;
    memset(waited, 0, sizeof waited);
}

const struct traced_async *emu_trace_async(const struct traced *t)
{
    return t->async ? &all[t->async - 1] : NULL;
}

bool emu_trace_asyncs(void)
{
    return n > 0;
}

uint32_t emu_trace_window(void)
{
    return window;
}

/* A new entry, which begins as a copy of *a. Returns 1 + its place; 0: no room. */
static uint32_t keep(const struct traced_async *a)
{
    if (n == room) {
        const size_t more = 2 * room + 64;
        void *grown = realloc(all, more * sizeof *all);
        if (!grown)
            return 0;
        all = grown;
        room = more;
    }
    all[n++] = *a;
    return (uint32_t)n;
}

/* A row at a place in shared memory. */
static struct traced *add(struct worker *w, enum traced_op op, uint32_t thread,
                          uintptr_t pc, uint64_t offset, const struct traced_async *a)
{
    struct request r = {.pc = pc, .n = 1, .size = 16, .shared = true};
    r.lane[0] = thread % WARP_SIZE;
    r.offset[0] = offset;
    struct traced *t = emu_trace_add(w, op, thread / WARP_SIZE, &r);
    if (!t)
        return NULL;
    t->placed = true;
    t->async = keep(a);
    window = (uint32_t)(w->shared_base - emu_shared_window()) % 1024;
    return t;
}

static struct traced_async of_barrier(const struct worker *w, int i)
{
    const struct barrier *b = emu_barrier_at(w, i);
    return (struct traced_async){
        .barrier = true, .offset = b->offset, .phase = b->phase, .bytes = b->bytes};
}

/* True for an mbarrier: other barriers have other numbers. */
static bool is_wanted(const struct worker *w, int i)
{
    return emu_traced()->life && i >= NAMED && i < BARRIERS && emu_trace_is(w);
}

static void trace_copy(struct worker *w, const struct bulk_copy *c)
{
    struct traced_async a = {.copy = *c};
    if (!emu_trace_is(w))
        return;
    if (c->barrier >= 0)
        a = of_barrier(w, c->barrier);
    a.copy = *c;
    a.outside = c->map.rank ? c->bytes : 0;
    for (uint32_t i = 0; c->map.rank && i < emu_box_runs(c); i++)
        a.outside -= emu_box_run(c, i).n;
    add(w, TRACED_COPY, c->thread, c->pc, c->offset, &a);
}

/* Where the operand of a descriptor begins, in the block's shared memory. */
static uint32_t start_of(const struct worker *w, uint64_t descriptor)
{
    return emu_shared_start(descriptor) -
           (uint32_t)(w->shared_base - emu_shared_window());
}

static void trace_product(struct worker *w, const struct wgmma_part *p)
{
    if (!emu_trace_is(w))
        return;
    struct traced_async a = {.product = *p, .group = p->group, .b = start_of(w, p->b)};
    a.a = p->from_registers ? 0 : start_of(w, p->a);
    add(w, TRACED_PRODUCT, p->warp * WARP_SIZE, p->pc, p->from_registers ? a.b : a.a,
        &a);
}

static void trace_multiplied(struct worker *w, uint32_t warp, uint32_t group)
{
    const struct traced_async a = {.group = group};
    if (!emu_traced()->life || !emu_trace_is(w))
        return;
    struct traced *t =
        emu_trace_mark(w, TRACED_MULTIPLIED, warp * WARP_SIZE, emu_last_seen(), NULL);
    if (t)
        t->async = keep(&a);
}

static void trace_initialised(struct worker *w, int i)
{
    if (!is_wanted(w, i))
        return;
    struct traced_async a = of_barrier(w, i);
    a.arrivals = emu_barrier_at(w, i)->expected;
    add(w, TRACED_INIT, emu_running(w), emu_last_seen(), a.offset, &a);
}

/* True if the thread is in the row's warp, behind its last lane. */
static bool follows(const struct traced *row, uint32_t thread)
{
    return row->warp == thread / WARP_SIZE && row->r.n < WARP_SIZE &&
           row->r.lane[row->r.n - 1] < thread % WARP_SIZE;
}

/* Arrivals of one warp, one after the other, are one row. */
static void trace_arrive(struct worker *w, uint32_t thread, int i, uint32_t arrivals)
{
    const struct trace *trace = emu_traced();
    if (!is_wanted(w, i))
        return;
    struct traced_async a = of_barrier(w, i);
    struct traced *last = trace->n ? &trace->row[trace->n - 1] : NULL;
    a.arrivals = arrivals;
    if (last && last->op == TRACED_ARRIVE && last->async && follows(last, thread) &&
        all[last->async - 1].offset == a.offset &&
        all[last->async - 1].phase == a.phase) {
        last->r.lane[last->r.n] = thread % WARP_SIZE;
        last->r.offset[last->r.n++] = a.offset;
        all[last->async - 1].arrivals += arrivals;
        all[last->async - 1].bytes = a.bytes;
    } else {
        add(w, TRACED_ARRIVE, thread, emu_last_seen(), a.offset, &a);
    }
}

/* A warp that waits for a phase is one row. */
static void trace_pass(struct worker *w, uint32_t thread, int i)
{
    if (!is_wanted(w, i))
        return;
    struct traced_async a = of_barrier(w, i);
    uint64_t *last = &waited[thread / WARP_SIZE];
    const uint64_t now =
        (uint64_t)w->launch->number << 48 | (uint64_t)i << 32 | (a.phase & 0xffffffff);
    if (a.phase == 0 || *last == now)
        return;
    *last = now;
    a.phase--;
    add(w, TRACED_WAIT, thread, emu_last_seen(), a.offset, &a);
}

static void trace_fence(struct worker *w)
{
    const struct trace *trace = emu_traced();
    const uint32_t thread = emu_running(w);
    if (!trace->life || !emu_trace_is(w))
        return;
    struct traced *last = trace->n ? &trace->row[trace->n - 1] : NULL;
    if (last && last->op == TRACED_FENCE && follows(last, thread)) {
        last->r.lane[last->r.n] = thread % WARP_SIZE;
        last->r.offset[last->r.n++] = 0;
    } else {
        emu_trace_mark(w, TRACED_FENCE, thread, emu_last_seen(), NULL);
    }
}

void emu_trace_async_see(struct worker *w, const struct async_event *e)
{
    switch (e->what) {
    case ASYNC_COPIES:
        trace_copy(w, e->copy);
        break;
    case ASYNC_MULTIPLIES:
        trace_product(w, e->product);
        break;
    case ASYNC_MULTIPLIED:
        trace_multiplied(w, e->warp, e->group);
        break;
    case ASYNC_INITIALISED:
        trace_initialised(w, e->barrier);
        break;
    case ASYNC_ARRIVES:
        trace_arrive(w, e->thread, e->barrier, e->n);
        break;
    case ASYNC_PASSES:
        trace_pass(w, e->thread, e->barrier);
        break;
    case ASYNC_PROXY_FENCE:
        trace_fence(w);
        break;
    default:
        break;
    }
}

uint32_t emu_trace_landing(struct worker *w, const struct landing *l)
{
    if (!l->bulk || !is_wanted(w, l->barrier))
        return 0;
    const struct traced_async a = of_barrier(w, l->barrier);
    return keep(&a);
}
