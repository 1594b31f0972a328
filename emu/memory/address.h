/*
 * The place of an access, in 35 bits: an offset in device memory, in a block's shared
 * memory, or in the section of __device__ variables.
 */
#ifndef EMU_ADDRESS_H
#define EMU_ADDRESS_H

#include <stdint.h>

enum { OFFSET_BITS = 35 };
#define OFFSET_MASK ((1ull << OFFSET_BITS) - 1)
#ifdef __wasm__
#define ARENA_BYTES (1ull << 29)
#else
#define ARENA_BYTES (1ull << 34) /* offsets below this are device memory... */
#endif
#define SHARED_OFFSET (1ull << 34) /* ...from here a block's shared memory... */
#define MODULE_OFFSET (3ull << 33) /* ...and from here __device__ variables */

#endif
