/* What a CUtensorMap of the emulator holds: api/api_tensor_map.c encodes it. */
#ifndef EMU_TENSOR_MAP_H
#define EMU_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

enum { TENSOR_DIMENSIONS = 5, TENSOR_MAP_MAGIC = 0x70614d54 };

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

#endif
