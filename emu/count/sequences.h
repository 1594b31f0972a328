/* The record of what warp 0 of one block does: a block in the middle of those that run.
 */
#ifndef EMU_SEQUENCES_H
#define EMU_SEQUENCES_H

#include "launch.h"
#include "request.h"
#include "sequence.h"
#include "widen.h"
#include "worker.h"

/* A launch begins. */
void emu_sequence_begin(const struct launch *l);
/* Add a request to the record, or a step of no bytes; nothing if this is another block,
   or another warp. link: of a shared load; else NULL. */
void emu_sequence_request(const struct worker *w, const struct request *r,
                          const struct link *link);
void emu_sequence_step(const struct worker *w, enum step_kind kind);
/* After emu_widen_settle(): loads that nvcc merges become one. Valid until the next
   launch. */
struct sequence emu_sequence_settle(void);

#endif
