/*
 * Of which counted arrays memory may hold elements, or what was computed from them.
 * What a block stores after it has loaded from an array may come from there, and so may
 * what it stores after it has loaded such memory. Copies of the host carry the same.
 * Nothing is forgotten before emu_origin_new().
 */
#ifndef EMU_ORIGIN_H
#define EMU_ORIGIN_H

#include <stdint.h>

/* A set of arrays, 1 << i each. */
typedef uint8_t origins;

/* From now on there are n arrays; all memory comes from none. */
void emu_origin_new(int n);

/* The offset is one of address.h, of device memory or of a __device__ variable. */
origins emu_origin(uint64_t offset);
void emu_origin_add(uint64_t offset, uint64_t bytes, origins from);

/* Of __constant__ variables, all together. */
origins emu_origin_of_constants(void);
void emu_origin_add_to_constants(origins from);

#endif
