/* What one block of each launch does with asynchronous copies: probe_pipeline(). */
#ifndef EMU_PIPELINE_H
#define EMU_PIPELINE_H

#include "event.h"
#include "probe.h"

extern const struct observer emu_pipeline;

void emu_pipeline_watch(bool watch);
struct pipeline_counts emu_pipeline_counts(void);

#endif
