/* Asynchronous copies to shared memory: the interface of copy_async.c. */
#ifndef EMU_COPY_ASYNC_H
#define EMU_COPY_ASYNC_H

#include <stdbool.h>

/* True if the last launch began asynchronous copies. */
bool emu_copy_began(void);

struct worker;
struct queue;
/* Take the copies that the threads of the worker's block have in flight, or give them
   back. NULL: none. */
struct queue *emu_copy_take(const struct worker *w);
void emu_copy_give(const struct worker *w, struct queue *queue);

#endif
