/* Where the OS thread of a worker has its stack. */
#ifndef EMU_WORKER_STACK_H
#define EMU_WORKER_STACK_H

#include <pthread.h>

/* An OS thread's thread-local variables, which are the shared memory of the blocks that
   it runs, are on its stack. Sets in `attributes`, which are initialised, a new stack
   on which dynamic shared memory begins at SHARED_DYNAMIC_START of its window: a wrong
   wgmma descriptor reads the same elements in each run. Gives up if memory is
   exhausted. */
void emu_worker_stack(pthread_attr_t *attributes);

#endif
