/* Shared loads that nvcc merges become one row of a trace. After a launch widen.c has
   the width of its loads. */
#include "trace.h"
#include "wavefronts.h"

/* The request at this position of t's chain, at or after t; NULL if there is none. */
static struct traced *member(const struct trace *trace, struct traced *t, int position)
{
    enum { NEAR = 1024 }; /* a chain ends when its warp stops */
    for (struct traced *m = t; m < trace->row + trace->n && m < t + NEAR; m++)
        if (m->link.chain == t->link.chain && m->link.position == position)
            return m;
    return NULL;
}

/* Join t and the n - 1 loads after it in its chain into one load. */
static void join(const struct trace *trace, struct traced *t, int n)
{
    static struct bank_costs costs;
    int words;
    for (int i = 1; i < n; i++) {
        struct traced *m = member(trace, t, t->link.position + i);
        m->r.n = 0;
        for (int lane = 0; trace->life && lane < WARP_SIZE; lane++)
            trace->words[t - trace->row].of[lane][i] =
                trace->words[m - trace->row].of[lane][0];
    }
    t->loads = n;
    t->r.size = 4 * n;
    t->cost = t->pipe = emu_wavefronts(&costs, &t->r, &words);
}

void emu_trace_join(struct trace *trace, size_t from)
{
    for (struct traced *t = trace->row + from; t < trace->row + trace->n; t++) {
        const int position = t->link.position;
        if (!t->link.chain || !t->r.n || position % 2)
            continue;
        const int words = emu_widen_words(t->link.pc, t->link.place);
        if (words == 4 && position == 0 && member(trace, t, 3))
            join(trace, t, 4);
        else if (words >= 2 && member(trace, t, position + 1))
            join(trace, t, 2);
    }
}
