/* What a call withholds of the numbers that it multiplies: probe_withhold(). */
#ifndef EMU_WITHHELD_H
#define EMU_WITHHELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probe.h"

/* From now on, on these ways (probe_way), elements of so many bytes. */
void emu_withhold(unsigned ways, int bytes, uint64_t seed);

/* True on one of these ways. */
bool emu_withholds(unsigned ways);

/* n bytes have come to `at`. Each element of an input among them becomes zero with
   probability one half. */
void emu_withhold_bytes(void *at, size_t n);

/* 64 bits, each of them 1 with probability one half. */
uint64_t emu_withhold_draw(void);

/* Which input has this value; -1: none. */
int emu_withhold_input(float value);

#endif
