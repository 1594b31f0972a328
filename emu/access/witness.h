/*
 * The witness: it checks at random that hooks announce every access, if probe_witness()
 * asks for it. The engine calls it at each of these moments. Where it is off, a call
 * returns at once, and writes nothing: other workers call it, too.
 */
#ifndef EMU_WITNESS_H
#define EMU_WITNESS_H

#include <signal.h>
#include <stdbool.h>

struct worker;

void emu_witness_begin(struct worker *w); /* the worker takes part in a launch */
void emu_witness_lane(struct worker *w, int lane); /* a lane of its warp resumes */
void emu_witness_lanes_end(void);                  /* no lane runs */
void emu_witness_inside(bool begins); /* the emulator accesses memory for a kernel */
#ifndef __wasm__
/* Returns true if the signal was the witness's own. */
bool emu_witness_signal(int number, const siginfo_t *info, void *context);
#endif
/* Seconds between two SIGNAL_LOOK to worker 0; 0: it needs none. */
double emu_witness_interval(void);

/* Read the program's symbols, once. */
void emu_witness_prepare(void);

/* x86_access.c: the bytes of memory that the instruction at `code` reads or writes. 0
   if not known; -1 for an instruction that the compiler does not use in a kernel. */
int emu_x86_access(const unsigned char *code);

#endif
