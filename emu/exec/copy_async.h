/* Asynchronous copies to shared memory: what others ask of copy_async.c. */
#ifndef EMU_COPY_ASYNC_H
#define EMU_COPY_ASYNC_H

#include <stdbool.h>

/* True if the last launch began asynchronous copies. */
bool emu_copy_began(void);

#endif
