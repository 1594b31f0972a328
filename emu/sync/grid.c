/*
 * Cooperative launches. A worker runs each of its blocks to the grid's barrier and
 * saves it there: its threads, their stacks, its shared memory. When every block of the
 * grid has arrived, a new phase begins.
 */
#include "grid.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "copy_async.h"
#include "event.h"
#include "launch.h"
#include "settings.h"
#include "shared.h"
#include "worker.h"

struct aside {
    enum block_state state;
    struct thread *threads;
    uint8_t *states;
    char *stacks; /* the used part of each, one after the other */
    struct shared_saved shared;
    struct queue *copies;
    struct barriers *barriers;
};

/* ---- Saving a block, and restoring it. */

static char *stack_end(const struct worker *w, uint32_t i)
{
    return w->stacks + (size_t)(i + 1) * STACK_BYTES;
}

static size_t in_use(const struct worker *w, uint32_t i)
{
    return w->state[i] == THREAD_EXITED
               ? 0
               : stack_end(w, i) - emu_context_stack(&w->thread[i].context);
}

static void set_aside(struct worker *w, struct aside *a)
{
    const uint32_t n = w->launch->threads;
    size_t bytes = 0, at = 0;
    for (uint32_t i = 0; i < n; i++)
        bytes += in_use(w, i);
    a->threads = emu_allocate(n, sizeof *a->threads, "a block's threads");
    a->states = emu_allocate(n, 1, "a block's threads");
    a->stacks = emu_allocate(bytes + 1, 1, "a block's stacks");
    for (uint32_t i = 0; i < n; at += in_use(w, i), i++)
        memcpy(a->stacks + at, stack_end(w, i) - in_use(w, i), in_use(w, i));
    memcpy(a->threads, w->thread, n * sizeof *a->threads);
    memcpy(a->states, w->state, n);
    emu_shared_save(w, &a->shared);
    a->copies = emu_copy_take(w);
    a->barriers = emu_barriers_take(w);
    for (uint32_t i = 0; i < n; i++) { /* the next block uses their stacks now */
        w->thread[i].created = false;
        w->thread[i].context = (struct context){0}; /* which the block keeps */
    }
}

static void forget(struct aside *a)
{
    free(a->shared.bytes);
    a->shared.bytes = NULL;
    free(a->threads);
    free(a->states);
    free(a->stacks);
    a->threads = NULL;
    a->states = NULL;
    a->stacks = NULL;
}

static void take_up(struct worker *w, struct aside *a)
{
    const uint32_t n = w->launch->threads;
    memcpy(w->thread, a->threads, n * sizeof *a->threads);
    memcpy(w->state, a->states, n);
    for (uint32_t i = 0, at = 0; i < n; at += in_use(w, i), i++)
        memcpy(stack_end(w, i) - in_use(w, i), a->stacks + at, in_use(w, i));
    emu_shared_restore(w, &a->shared);
    emu_copy_give(w, a->copies);
    emu_barriers_give(w, a->barriers);
    forget(a);
}

/* ---- The barrier of the workers. */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opens = PTHREAD_COND_INITIALIZER;
static int arrived;
static unsigned opened; /* times */

/* Of some blocks, the lowest that waits and the lowest that has ended, or NONE. */
struct lowest {
    uint64_t waits, ended;
};
enum { NONE = UINT64_MAX };
static struct lowest now = {NONE, NONE}, met;

static void lower(struct lowest *l, const struct lowest *of)
{
    l->waits = of->waits < l->waits ? of->waits : l->waits;
    l->ended = of->ended < l->ended ? of->ended : l->ended;
}

/* Report the state of this worker's blocks. Waits for all workers, and returns the
   state of all blocks. */
static struct lowest meet(struct worker *w, const struct lowest *mine)
{
    int workers;
    emu_workers(&workers);
    pthread_mutex_lock(&lock);
    lower(&now, mine);
    if (++arrived == workers) {
        EMU_TELL(w->on, grid, w);
        emu_launch_next_phase();
        met = now;
        now = (struct lowest){NONE, NONE};
        arrived = 0;
        opened++;
        pthread_cond_broadcast(&opens);
    } else {
        for (const unsigned seen = opened; seen == opened;)
            pthread_cond_wait(&opens, &lock);
    }
    const struct lowest all = met;
    pthread_mutex_unlock(&lock);
    return all;
}

/* ---- A worker's blocks: every n-th block of the grid; of a grid in another order than
   the usual one, all blocks are worker 0's. Blocks are numbered as they run. */

static int sharing(const struct worker *w)
{
    int workers;
    emu_workers(&workers);
    return w->launch->order ? 1 : workers;
}

static uint64_t nth(const struct worker *w, uint64_t i)
{
    return emu_launch_nth(w->launch, i, w->launch->blocks);
}

static void run_on(struct worker *w, uint64_t block, struct aside *a, bool first)
{
    if (!first && a->state != BLOCK_AT_GRID)
        return;
    emu_block_begin(w, block);
    if (!first)
        take_up(w, a);
    a->state = emu_block_run(w);
    if (a->state == BLOCK_AT_GRID)
        set_aside(w, a);
}

/* The block waits for one that has ended: a GPU would never continue. */
static void record_deadlock(struct worker *w, uint64_t block, const struct aside *a,
                            uint64_t ended)
{
    uint32_t i = 0;
    while (a->states[i] == THREAD_EXITED)
        i++;
    const struct fault_record f = {.kind = FAULT_BARRIER,
                                   .detail = DETAIL_GRID,
                                   .block = block,
                                   .other_block = ended,
                                   .pc = a->threads[i].site,
                                   .thread = i};
    emu_fault_record(w, &f);
    emu_launch_stop_after(block);
}

void emu_grid_run(struct worker *w)
{
    const int workers = sharing(w);
    const uint64_t blocks = w->number < workers ? w->launch->blocks : 0;
    const uint64_t n = (blocks + workers - 1) / workers;
    struct aside *mine = emu_allocate(n + 1, sizeof *mine, "the blocks of a grid");
    struct lowest all;
    bool first = true;
    do {
        struct lowest own = {NONE, NONE};
        uint64_t block = w->number;
        for (uint64_t i = 0; block < blocks && block < emu_launch_stopped_after();
             block += workers, i++) {
            run_on(w, nth(w, block), &mine[i], first);
            const bool waits = mine[i].state == BLOCK_AT_GRID;
            lower(&own, &(struct lowest){waits ? block : NONE, waits ? NONE : block});
        }
        first = false;
        all = meet(w, &own);
        if (all.ended != NONE && own.waits == all.waits && own.waits != NONE &&
            emu_launch_stopped_after() == UINT64_MAX)
            record_deadlock(w, nth(w, own.waits), &mine[own.waits / workers],
                            nth(w, all.ended));
    } while (all.ended == NONE && emu_launch_stopped_after() == UINT64_MAX);
    for (uint64_t i = 0; i < n; i++)
        forget(&mine[i]);
    free(mine);
}
