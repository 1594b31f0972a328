/*
 * A struct that a kernel copies may have padding, which nothing sets: where a part of a
 * word of 8 bytes is set, the rest is. (So of a struct of two floats the second one may
 * be unset, and its copy is no fault.)
 */
#ifndef EMU_PADDING_H
#define EMU_PADDING_H

#include <stdint.h>

/* The struct at address a has so many bytes; their shadow begins at `shadow`. */
void emu_padding_set(uint8_t *shadow, uintptr_t a, uint64_t bytes);

#endif
