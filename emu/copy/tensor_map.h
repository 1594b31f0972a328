/* What a CUtensorMap of the emulator holds: storage/api_tensor_map.c encodes it. */
#ifndef EMU_TENSOR_MAP_H
#define EMU_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

enum { TENSOR_DIMENSIONS = 5, TENSOR_MAP_MAGIC = 0x70614d54 };
enum { TENSOR_BYTES = 228 * 1024 }; /* of a box: an SM's shared memory */

/* 128 bytes at most. Dimension 0 is contiguous. */
struct tensor_map {
    uint32_t magic;
    uint8_t rank;
    uint8_t element;      /* bytes */
    uint8_t swizzle;      /* bytes that are permuted: 32, 64, 128; 0 */
    uint8_t fill;         /* FILL_ZERO or FILL_NAN, of what is outside */
    bool rounds, flushes; /* floats that are loaded: to tf32; subnormal ones to 0 */
    uint64_t start;       /* address */
    uint64_t stride[TENSOR_DIMENSIONS - 1]; /* bytes, of the dimensions from 1 on */
    uint32_t size[TENSOR_DIMENSIONS];       /* elements, minus 1 */
    uint16_t box[TENSOR_DIMENSIONS];
    uint8_t step[TENSOR_DIMENSIONS]; /* every so many elements of the box */
};
enum { FILL_ZERO, FILL_NAN };

/* How many elements of dimension i a box has. */
static inline uint32_t tensor_map_count(const struct tensor_map *m, int i)
{
    return (m->box[i] + m->step[i] - 1u) / m->step[i];
}

/* Bytes of shared memory that a box fills. */
static inline uint32_t tensor_map_bytes(const struct tensor_map *m)
{
    uint32_t bytes = m->element;
    for (int i = 0; i < m->rank; i++)
        bytes *= tensor_map_count(m, i);
    return bytes;
}

/* True if it is one that cuTensorMapEncodeTiled() makes: a program can write to the
   bytes of a map. */
static inline bool tensor_map_valid(const struct tensor_map *m)
{
    const uint8_t swizzle = m->swizzle, element = m->element;
    uint64_t bytes = element;
    bool valid = m->magic == TENSOR_MAP_MAGIC && m->rank >= 1 &&
                 m->rank <= TENSOR_DIMENSIONS && m->fill <= FILL_NAN &&
                 (element == 1 || element == 2 || element == 4 || element == 8) &&
                 (swizzle == 0 || swizzle == 32 || swizzle == 64 || swizzle == 128);
    for (int i = 0; valid && i < m->rank; i++) {
        valid =
            m->box[i] >= 1 && m->box[i] <= 256 && m->step[i] >= 1 && m->step[i] <= 8;
        bytes *= valid ? tensor_map_count(m, i) : 0;
        valid &= i > 0 || (bytes % 16 == 0 && (!swizzle || bytes <= swizzle));
        valid &= bytes <= TENSOR_BYTES;
    }
    return valid;
}

#endif
