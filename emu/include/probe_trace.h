/*
 * A trace: the memory requests of one block of each launch, as text. Only the emulator
 * writes one.
 */
#ifndef PROBE_TRACE_H
#define PROBE_TRACE_H

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A matrix that a trace shows by name: rows x cols floats in device memory. */
struct probe_matrix {
    const char *name;
    const void *start;
    int rows, cols;
    int element; /* bytes */
};

/* From now on record the memory requests of one block of each launch, the one in the
   middle of its grid, with the cost of each. The n matrices, at most 4, are copied;
   their names are not. No effect on a GPU. */
void probe_trace(const struct probe_matrix *matrices, int n);

/* After probe_trace(): also record the barriers and faults of the block, the time of
   each request, and where its words come from. The block is `block`, x, y and z, if the
   grid has it; NULL: the one in the middle. Slow. */
void probe_trace_life(const uint32_t *block);

/* The origin of a word shows if the elements of the matrices are numbered: element i,
   counted through all matrices in their order, holds the float with these bits plus i.
   These floats lie in [2^40, 2^41): no sum of products of two of them does. */
enum { PROBE_MARK = 0x53800000, PROBE_MARKS = 1 << 23 };

/*
 * Write the record as TSV, a header row and one row per request, and clear it. A failed
 * write shows in ferror(out). Before the header, lines that begin with
 * "# code FILE:LINE: " contain the source lines that can be read. The columns:
 *   launch, warp  from 1, and in the block from 0
 *   step, steps   the request's number in its warp, from 1, and the warp's requests
 *   file, line    where the instruction comes from
 *   op, space     load, store or atomic; global or shared
 *   array         a matrix's name, a shared array's, or "memory"
 *   rows, cols    of a matrix, else "-"
 *   size          bytes per lane
 *   loads         loads of the source that nvcc merges into this one; 1 for others
 *   cost          sectors, or wavefronts, as the counters count them
 *   base          the array's first byte: its address modulo 128
 *   offset        bytes from there, one number per lane, separated by commas; "-" for a
 *                 lane that takes no part
 *   turn          shared: lanes that are served together have equal numbers; else "-"
 * Shared loads that nvcc merges are one row. On a GPU nothing is written.
 *
 * Of probe_trace_life(), before the header, of the launch with the most rows:
 * "# kernel: NAME", "# grid: X Y Z", "# threads: X Y Z" per block, "# block: X Y Z",
 * "# mark NAME I ROWS COLS" of each matrix: I is the number of its first element,
 * "# sms: N" of the GPU, and "# shared NAME BYTES EXTENT..." of each shared array:
 * bytes per element. More rows, whose space may be "-":
 *   op barrier    a warp waits at one
 *   op land       an asynchronous copy arrives
 *   op fault      the first fault of the block, in the lane of the thread
 *   op other      its other side, in the lane of the other thread
 * More columns:
 *   begin, end    cycles from the launch's start: it is issued; a load has its data, a
 *                 barrier opens. Modelled, for one block alone on an SM
 *   waited, why   cycles that the warp waited before `begin`, and for what: memory,
 *                 pipe, arithmetic, mbarrier, tensor; of a barrier, at it; "-"
 *   origin        of the words of each lane, after the access: the number of an element
 *                 of a matrix, z for 0, c for another value; "/" between two words of
 *                 a lane; "-" if it is the element at the address
 *
 * Of a kernel with copies of the copy engine, mbarriers or wgmma, "# window: N", the
 * address of the block's shared memory, modulo 1024, and "# place NAME N" of each
 * shared array: where it begins there. More rows, of cost 0, whose offset is a place in
 * shared memory; those with a star are in a plain trace, too:
 *   op copy *     the copy engine begins a copy; end: its bytes are there
 *   op init       an mbarrier is initialised
 *   op arrive     threads of a warp arrive at one
 *   op wait       a warp has waited for a phase
 *   op product *  a warp begins its part of a wgmma; end: the tensor cores are done
 *   op multiplied it has waited for its groups of wgmma up to this one
 *   op fence      fence.proxy.async
 * One more column, the last one:
 *   async         "-", or words such as bytes=16384, numbers in bytes of shared memory:
 *     barrier, phase    the mbarrier, and the phase's number, from 0
 *     arrivals, bytes   expected by init; made by this row, and bytes that the phase
 *                       expects now. Of a copy, its bytes
 *     to (source)       of a copy: its place; array: the matrix; from: bytes after its
 *                       start. By a tensor map: outside, bytes that are not in the
 *                       array; swizzle, in bytes, or 0; element, bytes; size, box, at:
 *                       of each dimension, in elements; stride, from dimension 1 on
 *     group, n, k       of a wgmma of m64 x n x k
 *     a, b              its operands, as the descriptor has them, in bytes:
 *                       start,rows,leading,stride,swizzle,base,k|mn; no a if it is in
 *                       registers
 */
void probe_trace_write(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
