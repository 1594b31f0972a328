/*
 * A witness that the hooks see all: while a lane runs that is drawn by lot, device and
 * shared memory are closed to the program. Each of its accesses is then a page fault,
 * which must be to bytes that a hook has just announced. If so the page is opened for
 * one instruction; else it is FAULT_UNSEEN.
 *
 * On x86-64, and with one worker; elsewhere nothing is verified.
 */
#ifndef EMU_WITNESS_H
#define EMU_WITNESS_H

#include <signal.h>
#include <stdbool.h>

struct worker;

/* Read the program's symbols, once. */
void emu_witness_prepare(void);

/* A launch begins, on the worker that runs it. */
void emu_witness_launch(void);

/* The running worker goes on with this lane of its warp: the witness closes memory, or
   opens it, as the lot wants. */
void emu_witness_lane(struct worker *w, int lane);

/* Sent to a worker, it has the lane verified that runs there. After
 * emu_witness_prepare(). */
enum { WITNESS_SIGNAL = SIGUSR1 };
/* Seconds until such a signal is due; drawn by lot. */
double emu_witness_wait(void);

/* The lane has stopped, or was stopped: memory is open. */
void emu_witness_end(void);

/* The emulator accesses memory on the kernel's behalf, after it was announced; or has
   done so. */
void emu_witness_inside(bool inside);

/* A signal in a kernel: true if it was the witness's, and the program goes on where it
   was. An access that nobody announced ends the thread. */
bool emu_witness_signal(int number, const siginfo_t *info, void *context);

/* x86_access.c: the bytes of memory that the instruction at `code` reads or writes; 0:
   not known; -1: an instruction that the compiler does not make of a kernel. */
int emu_x86_access(const unsigned char *code);

#endif
