/*
 * Races of streams: two launches, copies or fills that nothing orders, of which one
 * stores to bytes that the other one uses. What work touches is kept, byte by byte,
 * only while there are streams that may run work beside it.
 */
#ifndef EMU_WORK_H
#define EMU_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct observer;

/* Of launches, what their kernels touch. Of memory that is freed it is forgotten. */
extern const struct observer emu_touches;

/* Work begins in the stream, called at `site`; `name` is the kernel's, or the
   function's. Its number. */
uint32_t emu_work_begin(int stream, const char *name, uintptr_t site);
/* A copy or a fill touches these bytes of device memory, or of pinned memory; none
   otherwise. */
void emu_work_touches(const void *start, size_t bytes, bool stores);
/* It has run: report a race with work that is not ordered, once for the two calls. */
void emu_work_end(void);

#endif
