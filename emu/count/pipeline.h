/* What some blocks of each launch do with asynchronous copies: probe_pipeline(). */
#ifndef EMU_PIPELINE_H
#define EMU_PIPELINE_H

#include "event.h"
#include "probe.h"

extern const struct observer emu_pipeline;

void emu_pipeline_watch(unsigned blocks, uint64_t seed);
struct pipeline_counts emu_pipeline_counts(void);

#endif
