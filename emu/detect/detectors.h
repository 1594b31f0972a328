/* The detectors, as api/start.c registers them: each is an observer (engine/event.h).
 */
#ifndef EMU_DETECTORS_H
#define EMU_DETECTORS_H

#include "event.h"

extern const struct observer emu_alignment;  /* MISALIGNED */
extern const struct observer emu_bounds;     /* OUT_OF_BOUNDS */
extern const struct observer emu_unset;      /* UNINITIALIZED */
extern const struct observer emu_race_state; /* of emu_race; registered before it */
extern const struct observer emu_race; /* RACE, within a block and between blocks */
extern const struct observer emu_race_cluster;  /* RACE, of a cluster's blocks */
extern const struct observer emu_kernel_before; /* RACE, with the kernel before */
extern const struct observer emu_barrier;       /* BARRIER; always on */
extern const struct observer emu_deadlock; /* BARRIER, at other barriers; always on */
extern const struct observer emu_shuffle;  /* a note of values that no lane gives */
extern const struct observer emu_same;     /* a note of stores that change nothing */
extern const struct observer emu_report;   /* the text of faults; always on */
extern const struct observer emu_debug;    /* stops a debugger, if a program asks */

#endif
