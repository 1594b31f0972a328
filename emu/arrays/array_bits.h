/* Which bytes of the counted arrays were accessed: two bits per byte. arrays.c marks
   them, for all workers together. */
#ifndef EMU_ARRAY_BITS_H
#define EMU_ARRAY_BITS_H

#include <stdint.h>

#include "probe.h"

enum array_bit { BIT_LOADED, BIT_STORED, ARRAY_BITS };

/* From now on there are n arrays, array i of bytes[i] bytes; no bit is set. */
void emu_bits_new(const uint64_t bytes[], int n);
/* No bit is set any more. */
void emu_bits_clear(void);
/* Set the bits of the n bytes of array i from `from` on. */
void emu_bits_mark(int i, enum array_bit which, uint64_t from, uint64_t n);
/* Bits of array i that are set. */
uint64_t emu_bits_count(int i, enum array_bit which);

/* Of array i, whose rows have so many columns of COLUMN bytes: rows and columns in
   which bytes were stored. */
enum { COLUMN = 4, MOST_COLUMNS = PROBE_WIDEST / COLUMN };
void emu_bits_stored(int i, uint32_t columns, uint64_t *rows, uint64_t *in_columns);

#endif
