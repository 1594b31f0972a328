/*
 * Who runs on this OS thread: its worker, and the CUDA thread. A thread is in a kernel
 * from when it gets the OS thread until it waits or ends, except where it holds on.
 */
#ifndef EMU_RUNNING_H
#define EMU_RUNNING_H

#include <stdbool.h>
#include <stdint.h>

struct worker;
struct thread;

/* Once per OS thread, before it runs blocks. */
void emu_running_prepare(struct worker *w);

/* The OS thread's worker; NULL if it runs no blocks. Its running thread. */
struct worker *emu_worker(void);
struct thread *emu_thread(void);

/* True if the caller is a kernel's thread, and may be stopped. */
bool emu_in_kernel(void);
/* Until emu_go_on() with the result, the running thread must not be stopped, and its
   accesses are the emulator's own: see crash.c. */
uint64_t *emu_hold_on(void);
void emu_go_on(uint64_t *held);

/* The last known pc of the running thread: of its last access, or of its last call of
   the emulator. */
uintptr_t emu_last_seen(void);

#endif
