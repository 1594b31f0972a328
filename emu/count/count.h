/*
 * Counters, as Nsight Compute has them (struct counters of probe.h), and what else
 * looks on at requests: each is an observer (exec/event.h).
 */
#ifndef EMU_COUNT_H
#define EMU_COUNT_H

#include "event.h"
#include "probe.h"

extern const struct observer emu_count; /* requests into counters */
extern const struct observer emu_trace; /* the requests of one block, remembered */

/* trace.c: what probe_trace() and probe_trace_write() say. */
void emu_trace_begin(const struct probe_matrix *matrices, int n);
void emu_trace_write(FILE *out);

/* The worker's counters of this launch. */
struct counters *emu_counters(const struct worker *w);

/* Those of the last launch: added up, scaled from the blocks that ran to the whole
   grid, with shared loads merged as nvcc merges them. */
struct counters emu_count_sum(void);

/* What the last request of this worker cost, in sectors or wavefronts; 0: nothing,
   since the threads still have what it loads, or since it was counted before. */
int emu_count_cost(const struct worker *w);

/* How its shared loads merge. */
struct widen *emu_count_widen(const struct worker *w);

#endif
