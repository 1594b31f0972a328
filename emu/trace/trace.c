/*
 * A trace: the requests of one block of each launch, recorded when they are counted. A
 * trace of a block's life has also its barriers and faults, and the words that each
 * access leaves in memory: for that, a lane stops after each access (event.h).
 */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "memory.h"
#include "settings.h"

enum { REQUESTS = 1 << 18 /* the most that are recorded: 100 MB, or 250 */ };

static struct trace trace;
static bool on;
static bool chosen;        /* the block is wanted[], not the one in the middle */
static uint32_t wanted[3]; /* x, y, z */
static size_t room;
static size_t of_launch;          /* the first row of the current launch */
static size_t largest;            /* rows of the launch that the head describes */
static uint32_t steps[MAX_WARPS]; /* of each warp in the traced launch */
static unsigned launches, launch_number;
static bool faulted; /* its first fault is recorded */

const struct trace *emu_traced(void)
{
    return &trace;
}

void emu_trace_begin(const struct probe_matrix *list, int n)
{
    uint64_t mark = 0;
    emu_trace_end();
    trace.matrices = n < TRACED_MATRICES ? n : TRACED_MATRICES;
    memcpy(trace.matrix, list, trace.matrices * sizeof *list);
    for (int i = 0; i < trace.matrices; i++) {
        trace.marks[i] = mark;
        mark +=
            (uint64_t)list[i].rows * list[i].cols * list[i].element / sizeof(uint32_t);
    }
    launches = launch_number = 0;
    faulted = false;
    on = true;
    emu_observe(&emu_trace);
}

void emu_trace_life(const uint32_t *block)
{
    trace.life = true;
    chosen = block;
    if (block)
        memcpy(wanted, block, sizeof wanted);
}

void emu_trace_end(void)
{
    on = chosen = false;
    free(trace.row);
    free(trace.words);
    emu_trace_async_end();
    memset(&trace, 0, sizeof trace);
    room = of_launch = largest = 0;
}

/* ---- Recording. No lock: a single worker runs the block, and launches come one after
   the other. */

static uint64_t traced_block(const struct launch *l)
{
    const struct dim3 g = l->config.__grid;
    if (chosen && wanted[0] < g.x && wanted[1] < g.y && wanted[2] < g.z)
        return ((uint64_t)wanted[2] * g.y + wanted[1]) * g.x + wanted[0];
    return ((uint64_t)(g.z / 2) * g.y + g.y / 2) * g.x + g.x / 2;
}

bool emu_trace_is(const struct worker *w)
{
    return on && w->block == traced_block(w->launch);
}

/* The words that the request's lanes access, as they are in memory now. */
static void read_words(struct traced_words *words, const struct worker *w,
                       const struct request *r)
{
    const char *from = (const char *)(r->shared ? w->shared_base : emu_arena());
    const uint32_t bytes = r->size < sizeof *words->of ? r->size : sizeof *words->of;
    memset(words, 0, sizeof *words);
    for (int i = 0; i < r->n && (r->shared || r->offset[i] < ARENA_BYTES); i++)
        memcpy(words->of[r->lane[i]], from + r->offset[i], bytes);
}

static bool grow(void)
{
    const size_t more = 2 * room + 1024;
    struct traced *row = realloc(trace.row, more * sizeof *row);
    if (!row)
        return false;
    trace.row = row;
    if (trace.life) {
        struct traced_words *words = realloc(trace.words, more * sizeof *words);
        if (!words)
            return false;
        trace.words = words;
    }
    room = more;
    return true;
}

struct traced *emu_trace_add(struct worker *w, enum traced_op op, uint32_t warp,
                             const struct request *r)
{
    if (launch_number != w->launch->number) {
        launch_number = w->launch->number;
        launches++;
        memset(steps, 0, sizeof steps);
    }
    const uint32_t step = ++steps[warp];
    if (trace.n == REQUESTS || (trace.n == room && !grow())) {
        trace.dropped++;
        return NULL;
    }
    struct traced *t = &trace.row[trace.n++];
    if (trace.n - of_launch > largest) {
        largest = trace.n - of_launch;
        trace.block = w->block;
        trace.config = w->launch->config;
        trace.kernel = w->launch->kernel;
    }
    *t = (struct traced){
        .op = op, .r = *r, .loads = 1, .launch = launches, .warp = warp, .step = step};
    for (int i = 0; i < r->n; i++)
        t->r.offset[i] = emu_request_offset(r, i);
    t->r.shape = SHAPE_ANY;
    if (trace.life && op <= TRACED_LAND)
        read_words(&trace.words[trace.n - 1], w, &t->r);
    return t;
}

/* The number of distinct lines that the request touches. */
static int lines_of(const struct request *r)
{
    uint64_t seen[2 * WARP_SIZE];
    int n = 0;
    for (int i = 0; i < r->n; i++) {
        const uint64_t line = r->offset[i] / LINE_BYTES;
        int k = 0;
        while (k < n && seen[k] != line)
            k++;
        if (k == n)
            seen[n++] = line;
    }
    return n;
}

static void remember(struct worker *w, const struct request *r)
{
    const int cost = emu_count_cost(w);
    const bool lands = trace.life && r->lands;
    if (!emu_trace_is(w) || (!cost && !lands))
        return;
    struct traced *t = emu_trace_add(w, lands ? TRACED_LAND : TRACED_ACCESS,
                                     w->first_lane / WARP_SIZE, r);
    if (!t)
        return;
    t->placed = true;
    t->cost = lands ? 1 : cost;
    t->pipe = r->shared ? t->cost : lines_of(&t->r);
    if (r->shared && !r->write)
        t->link = emu_count_widen(w)->link;
}

/* A copy that an mbarrier completes: rows of up to 32 pieces, in the lanes from the
   thread that began it, or from the first. */
static void remember_landing(struct worker *w, const struct landing *l)
{
    const uint32_t async = emu_trace_landing(w, l);
    const uint32_t piece = l->bytes < 16 ? l->bytes : 16, all = l->bytes / piece;
    for (uint32_t done = 0; trace.life && emu_trace_is(w) && done < all;) {
        struct request r = {
            .pc = l->pc, .size = piece, .write = true, .shared = true, .lands = true};
        for (; r.n < WARP_SIZE && done < all; done++) {
            r.lane[r.n] = (uint8_t)(all == 1 ? l->thread % WARP_SIZE : (uint32_t)r.n);
            r.offset[r.n++] = l->offset + done * piece;
        }
        struct traced *t = emu_trace_add(w, TRACED_LAND, l->thread / WARP_SIZE, &r);
        if (!t)
            return;
        t->placed = true;
        t->async = async;
        t->cost = t->pipe = 1;
    }
}

/* Its offset is in the lane of the thread. */
struct traced *emu_trace_mark(struct worker *w, enum traced_op op, uint32_t thread,
                              uintptr_t pc, const struct fault_record *f)
{
    struct request r = {.pc = pc, .n = 1, .size = 4};
    const bool placed = f && f->kind != FAULT_BARRIER && f->kind != FAULT_TIMEOUT &&
                        f->kind != FAULT_CRASH;
    r.lane[0] = thread % WARP_SIZE;
    if (placed) {
        r.shared = f->offset >= SHARED_OFFSET && f->offset < MODULE_OFFSET;
        r.offset[0] = f->offset - (r.shared ? SHARED_OFFSET : 0);
        r.size = f->size ? f->size : 4;
        r.write = op == TRACED_OTHER ? f->other_write : f->write;
    }
    struct traced *t = emu_trace_add(w, op, thread / WARP_SIZE, &r);
    if (t)
        t->placed = placed;
    return t;
}

/* The warps that wait at a barrier. */
static void remember_barrier(struct worker *w)
{
    for (uint32_t i = 0; trace.life && emu_trace_is(w) && i < w->launch->threads; i++)
        if (w->state[i] == THREAD_BARRIER) {
            emu_trace_mark(w, TRACED_BARRIER, i, w->thread[i].site, NULL);
            i |= WARP_SIZE - 1;
        }
}

/* A race with several threads does not name one: the last thread that accessed the
   bytes there, at that place. */
static uint32_t other_thread(const struct fault_record *f)
{
    const uint64_t offset =
        f->offset - (f->offset >= SHARED_OFFSET ? SHARED_OFFSET : 0);
    for (const struct traced *t = trace.row + trace.n; t-- > trace.row;)
        for (int i = 0; t->op == TRACED_ACCESS && t->r.pc == f->other_pc && i < t->r.n;
             i++) {
            const uint32_t thread = t->warp * WARP_SIZE + t->r.lane[i];
            if (offset - t->r.offset[i] < t->r.size && thread != f->thread)
                return thread;
        }
    return f->thread;
}

static void remember_fault(struct worker *w, const struct fault_record *f)
{
    if (!trace.life || !emu_trace_is(w) || faulted)
        return;
    faulted = true;
    if (f->kind == FAULT_BARRIER)
        remember_barrier(w);
    emu_trace_mark(w, TRACED_FAULT, f->thread, f->pc, f);
    if (f->kind == FAULT_RACE || f->kind == FAULT_BARRIER)
        emu_trace_mark(w, TRACED_OTHER,
                       f->other_thread < w->launch->threads ? f->other_thread
                                                            : other_thread(f),
                       f->other_pc, f);
}

/* The launch has ended. */
static void join_loads(const struct launch *l)
{
    (void)l;
    emu_trace_join(&trace, of_launch);
    of_launch = trace.n;
}

static void begin_block(struct worker *w)
{
    if (on && trace.life)
        emu_events_step(w, emu_trace_is(w) ? STEP : STEP_NOT);
}

static void see_async(struct worker *w, const struct async_event *e)
{
    if (e->what == ASYNC_LANDS)
        remember_landing(w, e->landing);
    else
        emu_trace_async_see(w, e);
}

const struct observer emu_trace = {.block = begin_block,
                                   .completed = join_loads,
                                   .global = remember,
                                   .shared = remember,
                                   .barrier = remember_barrier,
                                   .fault = remember_fault,
                                   .async = see_async};
