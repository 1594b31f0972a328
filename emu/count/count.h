/*
 * The counters of Nsight Compute (struct counters of probe_counters.h), and traces of
 * requests. Each is an observer (engine/event.h).
 */
#ifndef EMU_COUNT_H
#define EMU_COUNT_H

#include "event.h"
#include "moment.h"
#include "probe.h"
#include "sequence.h"

extern const struct observer emu_count; /* counts requests */
extern const struct observer emu_turns; /* counts softmaxes and their turns */
extern const struct observer emu_roles; /* counts what warps are for */
extern const struct observer
    emu_operands; /* what comes by shared memory: probe_withhold() */
extern const struct observer emu_trace; /* records the requests of one block */

/* trace.c: probe_trace() and probe_trace_life() of probe_trace.h. */
void emu_trace_begin(const struct probe_matrix *matrices, int n);
void emu_trace_life(const uint32_t *block);
/* trace_write.c: the moments of the rows that will be written, in their order; *n is
   their number. The caller frees them; NULL if memory is exhausted. Then
   probe_trace_write(), with these moments, dated. */
struct moment *emu_trace_moments(size_t *n);
void emu_trace_write(FILE *out, const struct moment *m);

/* The worker's counters of this launch. */
struct counters *emu_counters(const struct worker *w);

/* The counters of the last launch: summed over workers, scaled from the blocks that ran
   to the whole grid, with shared loads merged as nvcc merges them. */
struct counters emu_count_sum(void);
/* What a warp of it did; valid until the next launch. */
struct sequence emu_count_sequence(void);

/* The cost of this worker's last request, in sectors or wavefronts. 0 if the threads
   already have the values, or if the request was counted before. */
int emu_count_cost(const struct worker *w);

/* The worker's record of how its shared loads merge. */
struct widen *emu_count_widen(const struct worker *w);

#endif
