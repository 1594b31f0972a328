/*
 * What lanes store. A hook is called before its store, so the value is read when the
 * lane stops; if the lane has stored several times to one place, it is the last value.
 * Kept while no harness reads the faults: in a check, stores of equal values that
 * nothing orders are RACE as any others.
 */
#ifndef EMU_STORED_H
#define EMU_STORED_H

#include "worker.h"

/* A launch begins: decide whether values are kept. Gives up if memory is exhausted. */
void emu_stored_begin(struct worker *w);

/* The lane stops; its log is still open: keep the values of its stores since it was
   opened. Of
   two stores of so many bytes to one place, equal values give equal numbers; 0 is that
   of a value that is not known. */
void emu_stored_keep(struct worker *w, int lane);

/* The running lane announces a store that it may not make before it next stops: the
   values that it has stored since it last did are not known. */
static inline void emu_stored_late(struct worker *w)
{
    w->stored_late |= 1u << emu_running(w) % WARP_SIZE;
}

#endif
