/* What to check next, as text, for each kind of fault. */
#include <stdio.h>
#include <string.h>

#include "address.h"
#include "copy_async.h"
#include "order.h"
#include "words.h"

static const char *remedy(const struct fault_record *f)
{
    switch (f->kind) {
    case FAULT_OUT_OF_BOUNDS:
        if (f->detail == DETAIL_BOX)
            return "a box that is loaded may begin before the array, a box that is "
                   "stored must not; both may end behind it";
        if (f->detail == DETAIL_OPERAND)
            return "look at the descriptor of wgmma: the address in shared memory and "
                   "the strides, each divided by 16";
        if (f->detail == DETAIL_HOST)
            return "pass the kernel memory from cudaMalloc, not from malloc or the "
                   "stack";
        if (f->detail == DETAIL_NULL)
            return "check that the pointer was passed, and that cudaMalloc succeeded";
        if (f->detail == DETAIL_READ_ONLY)
            return "set a __constant__ variable with cudaMemcpyToSymbol; a kernel can "
                   "store to a __device__ variable";
        return f->offset >= SHARED_OFFSET || f->detail == DETAIL_VARIABLE ||
                       f->detail == DETAIL_BELOW
                   ? "compare each index with the array's declared size: an index past "
                     "the end of a row accesses the next row"
                   : "guard the access: which rows and columns exist?";
    case FAULT_MISALIGNED:
        if (f->detail == DETAIL_BOX)
            return "the first coordinate times the size of an element must be a "
                   "multiple of 16 bytes";
        if (f->detail == DETAIL_SWIZZLE)
            return "the tensor map and the descriptor must have the same swizzle: in "
                   "bits "
                   "62 and 63 of a descriptor, 1 is for 128 bytes, 2 for 64, 3 for 32, "
                   "and 0 for none";
        if (f->detail == DETAIL_TENSOR)
            return "a tensor copy's place in shared memory must be a multiple of 128: "
                   "write __align__(1024) for the array, and let the tiles come first";
        if (f->detail == DETAIL_BULK)
            return "both places of a bulk copy must be multiples of 16";
        if (f->size == 16)
            return "a 16-byte access needs an address that is a multiple of 16: use it "
                   "only where row length and column allow it";
        return "an access needs an address that is a multiple of its size: the index "
               "of "
               "its first element, too";
    case FAULT_UNINITIALIZED:
        if (f->detail == DETAIL_COPYING && emu_order_used())
            return "wait for the copy before the read: for its group, or for the phase "
                   "of its mbarrier (compare the parity, and the bytes that it "
                   "expects); "
                   "others wait for that phase, too, or meet at a barrier after the "
                   "wait";
        if (f->detail == DETAIL_COPYING)
            return "commit the copy, and wait for its group, before the read; other "
                   "threads see it after the next __syncthreads()";
        if (f->offset >= SHARED_OFFSET && emu_copy_began(f->launch))
            return "copy or store every element before it is read; other threads see "
                   "a copy after the wait and the next __syncthreads()";
        return f->offset >= SHARED_OFFSET
                   ? "store every element before it is read: do the threads and their "
                     "iterations cover all elements, and is 0 stored past the matrix's "
                     "edges?"
                   : "set the memory before it is read";
    case FAULT_BARRIER:
        if (f->detail == DETAIL_WARP)
            return "every lane in the mask must call the operation: pass the mask of "
                   "the lanes that call it";
        if (f->detail == DETAIL_ALIGNED && strstr(f->text, "warpgroup"))
            return "let all 128 threads of the warpgroup execute wgmma, as often: put "
                   "no branch around it that only some warps take";
        if (f->detail == DETAIL_ALIGNED)
            return "let all 32 lanes of the warp execute this instruction together: "
                   "guard the loads and stores of elements, not this";
        if (f->detail == DETAIL_COUNT)
            return "let all 128 threads of the warpgroup execute the same setmaxnreg: "
                   ".dec with at most the registers that each has, .inc with at least "
                   "as many";
        if (f->detail == DETAIL_DEADLOCK && strstr(f->text, "registers per thread"))
            return "add up the registers of all threads: a .inc gets no more than the "
                   "threads had at the start, and others have given back by .dec";
        if (f->detail == DETAIL_DEADLOCK && strstr(f->text, " bytes ") &&
            !strstr(f->text, " arrivals"))
            return "compare the bytes that are expected with those of the copies: each "
                   "copy brings its whole box, with what is outside of the matrix";
        if (f->detail == DETAIL_DEADLOCK)
            return "compare the count of each barrier with the threads that arrive, "
                   "and "
                   "the parity of each wait with the phases that are complete";
        if (f->detail == DETAIL_MISUSED && strstr(f->text, "barrier of the cluster"))
            return "each thread arrives at the barrier of the cluster once, and waits "
                   "before it arrives again";
        if (f->detail == DETAIL_MISUSED && strstr(f->text, "phase waits for"))
            return "compare the count of the mbarrier with the threads that arrive in "
                   "one "
                   "phase: is a stage filled twice, or by several threads, or before "
                   "its "
                   "phase is complete?";
        if (f->detail == DETAIL_MISUSED && strstr(f->text, "parity"))
            return "give the parity of the phase: its number % 2";
        if (f->detail == DETAIL_MISUSED)
            return "initialise each mbarrier once, by one thread, with the number of "
                   "arrivals of a phase, before a __syncthreads(); a named barrier has "
                   "one count, a multiple of 32";
        if (f->detail == DETAIL_GRID)
            return "every block must reach every grid.sync(): guard the work, not the "
                   "barrier";
        return "every thread of the block must reach every __syncthreads(): guard the "
               "loads and stores, not the barrier";
    case FAULT_UNSEEN:
        return "use a[i] and *p in functions of your own: the emulator does not see "
               "accesses by built-ins, libraries and some attributes";
    case FAULT_TIMEOUT:
        return "check the loop's condition, and that each iteration changes its "
               "variables";
    default:
        return f->detail == DETAIL_DIVISION ? "check the divisor on this line"
               : f->detail == DETAIL_CALL   ? "check the call on this line: its "
                                              "arguments, and the pointer that it goes "
                                              "through"
               : f->detail == DETAIL_UNDEFINED
                   ? "look for a function that ends without a return statement, and "
                     "for a null pointer or an index that is wrong for every input"
               : f->detail == DETAIL_STACK
                   ? "look for endless recursion, or for a large local array"
                   : "check the operands on this line";
    }
}

void emu_remedy(const struct fault_record *f, char *text, size_t size)
{
    if (f->kind == FAULT_RACE)
        emu_remedy_race(f, text, size);
    else
        snprintf(text, size, "%s", remedy(f));
}
