/* Where the elements of a wgmma's operand are in shared memory, by its descriptor, as
   the PTX ISA has it (asynchronous warpgroup matrix instructions, matrix descriptor).
 */
#ifndef EMU_OPERAND_H
#define EMU_OPERAND_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A piece is 16 bytes in a row. Elements that are contiguous along K: piece `j` of row
 * `i`; a row is one of A, or a column of B. Contiguous along M or N: piece `i` of row
 * `j`; a row is one of K. start: where the descriptor begins. Returns an address of the
 * shared window, as start is.
 */
static inline uint32_t emu_operand_piece(uint64_t descriptor, uint32_t start,
                                         bool along_k, uint32_t i, uint32_t j)
{
    enum { UNIT = 16, GROUP = 8 /* rows, or pieces, of a core matrix */ };
    const uint32_t leading = (descriptor >> 16 & 0x3fff) * UNIT;
    const uint32_t stride = (descriptor >> 32 & 0x3fff) * UNIT;
    const uint32_t base = descriptor >> 49 & 7, mode = descriptor >> 62;
    const uint32_t span = mode ? 256u >> mode : UNIT; /* bytes that are permuted */
    const uint32_t wide = span / UNIT;
    uint32_t at;
    if (along_k)
        at = i / GROUP * stride + i % GROUP * span + j * (mode ? UNIT : leading);
    else if (mode)
        at = i / wide * leading + i % wide * UNIT + j / GROUP * stride +
             j % GROUP * span;
    else
        at = i * stride + j / GROUP * leading + j % GROUP * UNIT;
    at += start;
    return at ^ ((((at >> 7) - base) & (wide - 1)) * UNIT);
}

#endif
