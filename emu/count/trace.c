/*
 * A trace: the requests of one block of each launch, recorded when they are counted and
 * written at the end. probe.h has the format; pictures are drawn from it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "launch.h"
#include "memory.h"
#include "shared.h"
#include "symbols.h"
#include "wavefronts.h"
#include "widen.h"

enum {
    REQUESTS = 1 << 18, /* the most that are recorded: 100 MB */
    MATRICES = 4,
};

/* A request with all its offsets. n is 0 if it was joined into another one. */
struct traced {
    struct request r;
    int cost, loads; /* how many loads were joined; 1 if none */
    struct link link;
    unsigned launch;
    uint32_t warp, step; /* the step-th request of its warp, from 1 */
};

static bool on;
static struct probe_matrix matrices[MATRICES];
static int n_matrices;
static struct traced *requests;
static size_t count, room, dropped;
static size_t of_launch;          /* the first request of the current launch */
static uint32_t steps[MAX_WARPS]; /* of each warp in the traced launch */
static unsigned launches, launch_number;

void emu_trace_begin(const struct probe_matrix *list, int n)
{
    n_matrices = n < MATRICES ? n : MATRICES;
    memcpy(matrices, list, n_matrices * sizeof *matrices);
    count = dropped = launches = of_launch = 0;
    launch_number = 0;
    on = true;
    emu_observe(&emu_trace);
}

/* The block in the middle of the grid. */
static uint64_t traced_block(const struct launch *l)
{
    struct dim3 g = l->config.grid;
    return ((uint64_t)(g.z / 2) * g.y + g.y / 2) * g.x + g.x / 2;
}

/* No lock: a single worker runs the block, and launches come one after the other. */
static void remember(struct worker *w, const struct request *r)
{
    const int cost = emu_count_cost(w);
    if (!on || !cost || w->block != traced_block(w->launch))
        return;
    if (launch_number != w->launch->number) {
        launch_number = w->launch->number;
        launches++;
        memset(steps, 0, sizeof steps);
    }
    if (count == room && count < REQUESTS) {
        size_t more = 2 * room + 1024;
        struct traced *larger = realloc(requests, more * sizeof *larger);
        if (larger) {
            requests = larger;
            room = more;
        }
    }
    uint32_t warp = w->first_lane / WARP_SIZE, step = ++steps[warp];
    if (count == room || count == REQUESTS) {
        dropped++;
        return;
    }
    struct traced *t = &requests[count++];
    *t = (struct traced){.r = *r,
                         .cost = cost,
                         .loads = 1,
                         .launch = launches,
                         .warp = warp,
                         .step = step};
    if (r->shared && !r->write)
        t->link = emu_count_widen(w)->link;
    for (int i = 0; i < r->n; i++)
        t->r.offset[i] = emu_request_offset(r, i);
    t->r.shape = SHAPE_ANY;
}

/* ---- Shared loads that nvcc merges become one row. */

/* The request at this position of t's chain, at or after t; NULL if there is none. */
static struct traced *member(struct traced *t, int position)
{
    enum { NEAR = 1024 }; /* a chain ends when its warp stops */
    for (struct traced *m = t; m < requests + count && m < t + NEAR; m++)
        if (m->link.chain == t->link.chain && m->link.position == position)
            return m;
    return NULL;
}

/* Join t and the n - 1 loads after it in its chain into one load. */
static void join(struct traced *t, int n)
{
    static struct bank_costs costs;
    int words;
    for (int i = 1; i < n; i++)
        member(t, t->link.position + i)->r.n = 0;
    t->loads = n;
    t->r.size = 4 * n;
    t->cost = emu_wavefronts(&costs, &t->r, &words);
}

/* The launch has ended: widen.c now has the width of its loads. */
static void join_loads(const struct launch *l)
{
    (void)l;
    for (struct traced *t = requests + of_launch; t < requests + count; t++) {
        const int position = t->link.position;
        if (!t->link.chain || !t->r.n || position % 2)
            continue;
        const int words = emu_widen_words(t->link.pc, t->link.place);
        if (words == 4 && position == 0 && member(t, 3))
            join(t, 4);
        else if (words >= 2 && member(t, position + 1))
            join(t, 2);
    }
    of_launch = count;
}

const struct observer emu_trace = {
    .completed = join_loads, .global = remember, .shared = remember};

/* ---- Writing. */

/* Write the array that the request accesses. Returns its start, in the request's
   offsets. */
static uint64_t write_array(FILE *out, const struct request *r)
{
    const char *name = "memory";
    uint64_t offset = r->offset[0], start = 0;
    int rows = 0, cols = 0;
    struct shared_array shared;
    if (r->shared) {
        if (emu_shared_array(offset, NULL, &shared)) {
            name = shared.name;
            start = shared.start;
        }
    } else {
        const struct allocation *a =
            offset < ARENA_BYTES ? emu_allocation_near(offset) : NULL;
        start = a ? a->offset : 0;
        for (const struct probe_matrix *m = matrices; m < matrices + n_matrices; m++) {
            uint64_t at = (uintptr_t)m->start - emu_arena();
            if (offset - at >= sizeof(float) * m->rows * m->cols)
                continue;
            name = m->name;
            start = at;
            rows = m->rows;
            cols = m->cols;
        }
    }
    fprintf(out, "%s\t", name);
    if (rows)
        fprintf(out, "%d\t%d\t", rows, cols);
    else
        fprintf(out, "-\t-\t");
    return start;
}

/* A column with one number per lane: bytes from the array's start, or turns. */
static void write_lanes(FILE *out, const struct request *r, bool turns, uint64_t start)
{
    int turn = 0, last = -1, i = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (lane)
            fputc(',', out);
        if (i == r->n || r->lane[i] != lane) {
            fputc('-', out);
        } else if (turns) {
            int first = lane - lane % emu_lanes_together(r, lane);
            turn += first != last;
            last = first;
            fprintf(out, "%d", turn);
            i++;
        } else {
            fprintf(out, "%lld", (long long)(r->offset[i++] - start));
        }
    }
}

static void write_request(FILE *out, const struct traced *t, uint32_t of)
{
    const struct request *r = &t->r;
    char file[256];
    int line = 0;
    emu_symbols_line(r->pc, file, sizeof file, &line);
    fprintf(out, "%u\t%u\t%u\t%u\t%s\t%d\t%s\t%s\t", t->launch, t->warp, t->step, of,
            *file ? file : "-", line,
            r->atomic  ? "atomic"
            : r->write ? "store"
                       : "load",
            r->shared ? "shared" : "global");
    uint64_t start = write_array(out, r);
    fprintf(out, "%u\t%d\t%d\t%d\t", r->size, t->loads, t->cost,
            (int)(start % LINE_BYTES));
    write_lanes(out, r, false, start);
    fputc('\t', out);
    if (r->shared)
        write_lanes(out, r, true, start);
    else
        fputc('-', out);
    fputc('\n', out);
}

/* The text of a line of a file, if it can be read. */
static void write_code(FILE *out, const char *file, int line)
{
    char text[512];
    if (emu_symbols_text(file, line, text, sizeof text))
        fprintf(out, "# code %s:%d: %s\n", file, line,
                strtok(text + strspn(text, " \t"), "\n"));
}

/* The source lines of all requests, each once. */
static void write_lines(FILE *out)
{
    enum { PCS = 1024 };
    static uintptr_t seen[PCS];
    static struct {
        char file[256];
        int line;
    } said[PCS];
    int n = 0, pcs = 0;
    for (const struct traced *t = requests; t < requests + count; t++) {
        int k = 0;
        while (k < pcs && seen[k] != t->r.pc)
            k++;
        if (k < pcs || pcs == PCS)
            continue;
        seen[pcs++] = t->r.pc;
        emu_symbols_line(t->r.pc, said[n].file, sizeof said[n].file, &said[n].line);
        for (k = 0; k < n; k++)
            if (said[k].line == said[n].line && !strcmp(said[k].file, said[n].file))
                break;
        if (k == n && *said[n].file) {
            write_code(out, said[n].file, said[n].line);
            n++;
        }
    }
}

void emu_trace_write(FILE *out)
{
    static uint32_t of[MAX_WARPS];
    on = false;
    write_lines(out);
    if (dropped)
        fprintf(out, "# %zu further requests are left out\n", dropped);
    fputs("launch\twarp\tstep\tsteps\tfile\tline\top\tspace\tarray\trows\tcols\tsize\t"
          "loads\tcost\tbase\toffset\tturn\n",
          out);
    for (size_t i = 0, end; i < count; i = end) {
        memset(of, 0, sizeof of);
        for (end = i; end < count && requests[end].launch == requests[i].launch; end++)
            of[requests[end].warp] = requests[end].step;
        for (size_t k = i; k < end; k++)
            if (requests[k].r.n)
                write_request(out, &requests[k], of[requests[k].warp]);
    }
    free(requests);
    requests = NULL;
    count = room = of_launch = 0;
}
