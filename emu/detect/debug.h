/*
 * Stopping a debugger where a fault is: for programs that run the same launches twice,
 * with EMU_THREADS=1, so that both runs do exactly the same. The first says which
 * thread had the fault, and at which access; in the second, that thread calls
 * emu_debug_stop() just before it, on its own stack. Part of the emulator, compiled
 * with -DEMU_DEBUG.
 */
#ifndef EMU_DEBUG_H
#define EMU_DEBUG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A debugger's break point. Before it is called these are set: the thread's and the
   block's index, and the address in the learner's code that the thread has come to, as
   a debugger shows it in that frame. */
struct emu_debug_index {
    unsigned x, y, z;
};
extern struct emu_debug_index emu_debug_thread, emu_debug_block;
extern uintptr_t emu_debug_pc;
void emu_debug_stop(void);

/* For the emulator: a thread is about to make this access, to wait at this barrier, or
   to stop because of a fault. */
void emu_debug_access(uintptr_t address, uint32_t size, uintptr_t pc);
void emu_debug_barrier(uintptr_t pc);
void emu_debug_fault(void);

#endif
