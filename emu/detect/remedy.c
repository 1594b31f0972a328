/* What to look at next, in words, for each kind of fault. */
#include <stdio.h>

#include "address.h"
#include "copy_async.h"
#include "words.h"

static const char *remedy(const struct fault_record *f)
{
    switch (f->kind) {
    case FAULT_OUT_OF_BOUNDS:
        if (f->detail == DETAIL_HOST)
            return "pass the kernel memory from cudaMalloc, not from malloc or the "
                   "stack";
        if (f->detail == DETAIL_NULL)
            return "check that the pointer was passed, and that cudaMalloc succeeded";
        if (f->detail == DETAIL_READ_ONLY)
            return "a __constant__ variable is set by cudaMemcpyToSymbol; a kernel "
                   "stores to a __device__ one";
        return f->offset >= SHARED_OFFSET || f->detail == DETAIL_VARIABLE ||
                       f->detail == DETAIL_BELOW
                   ? "compare each index with the array's declared size: an index past "
                     "the end of a row lands in the next row"
                   : "guard the access: which rows and columns exist?";
    case FAULT_MISALIGNED:
        return "a 16-byte access needs an address that is a multiple of 16: use it "
               "only "
               "where row length and column allow";
    case FAULT_UNINITIALIZED:
        if (f->offset >= SHARED_OFFSET && emu_copy_began())
            return "an asynchronous copy has landed after __pipeline_wait_prior(), and "
                   "other threads see it after a __syncthreads() behind that";
        return f->offset >= SHARED_OFFSET ? "every element that is read must be stored "
                                            "first: are there as many "
                                            "threads and turns as elements, and is 0 "
                                            "stored at the matrix's edges?"
                                          : "set the memory before it is read";
    case FAULT_BARRIER:
        if (f->detail == DETAIL_WARP)
            return "every lane in the mask must call the operation: give it the mask "
                   "of "
                   "the lanes that do";
        if (f->detail == DETAIL_GRID)
            return "every block must reach every grid.sync(): guard the work, not the "
                   "barrier";
        return "every thread of the block must reach every __syncthreads(): guard the "
               "loads and stores, not the barrier";
    case FAULT_UNSEEN:
        return "write a[i] and *p, in functions of your own: no built-in, library or "
               "attribute that takes accesses away from the emulator";
    case FAULT_TIMEOUT:
        return "look at the loop's condition and at what should change it";
    default:
        return f->detail == DETAIL_DIVISION ? "look at what this line divides by"
               : f->detail == DETAIL_CALL ? "look at the call, and at what leads to it"
               : f->detail == DETAIL_UNDEFINED
                   ? "look for a function that ends without its return, and for a null "
                     "pointer or an index that is wrong whatever the input"
               : f->detail == DETAIL_STACK
                   ? "look for a call of itself without end, or a large local array"
                   : "look at this line's operands";
    }
}

void emu_remedy(const struct fault_record *f, char *text, size_t size)
{
    if (f->kind == FAULT_RACE)
        emu_remedy_race(f, text, size);
    else
        snprintf(text, size, "%s", remedy(f));
}
