/* The arrays that bulk copies access by tensor maps. */
#ifndef EMU_BULK_ARRAYS_H
#define EMU_BULK_ARRAYS_H

#include "event.h"

enum { BULK_ARRAYS = 16 }; /* of a launch: more are not kept */

extern const struct observer emu_bulk_arrays_seen;

/* Where those of the last launch begin: offsets in device memory, each once, if they
   are there. Returns their number. */
int emu_bulk_arrays(uint64_t start[BULK_ARRAYS]);

#endif
