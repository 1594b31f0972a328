/*
 * The table of faults. A fault is said by the first row of its kind and detail whose
 * conditions hold and that has a sentence; what to try, by the first one that has a
 * remedy. words.c replaces {names}: see there.
 */
#include "fault_table.h"

#include <string.h>

#include "fault_rows.h"

/* All but races. */
/* clang-format off */
static const struct fault_row rows[] = {
    {FAULT_OUT_OF_BOUNDS, DETAIL_BOX, .sentence =
     HAS "copies a box to a place before the array: a coordinate is negative", .remedy =
     "a box that is loaded may begin before the array, a box that is stored must not; "
     "both may end behind it"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_OPERAND, .remedy =
     "look at the descriptor of wgmma: the address in shared memory and the strides, "
     "each divided by 16"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_HOST, .when = emu_when_nowhere, .sentence =
     HAS "{verb} address {address}, where there is no memory"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_HOST, .when = emu_when_nowhere_alone, .remedy =
     "the index may be far outside, or an int that overflowed (emucc "
     "-fsanitize=signed-integer-overflow names the line); or the pointer was never set"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_HOST, .when = emu_when_nowhere, .remedy =
     "the index may be far outside, or an int that overflowed; or the pointer was never "
     "set"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_HOST, .sentence =
     HAS "{verb} host memory, which a kernel cannot reach", .remedy =
     "pass the kernel memory from cudaMalloc, not from malloc or the stack; an instruction "
     "such as ldmatrix takes an address in shared memory: __cvta_generic_to_shared()"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_SYMBOL, .sentence =
     HAS "{verb} the host's variable {place}, not the one of kernels", .remedy =
     "the address of a __device__ variable, in host code, is not the one in a kernel: use "
     "the variable in the kernel, or pass the address from cudaGetSymbolAddress()"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_LOCAL, .sentence =
     HAS "accesses the local array {text}", .remedy =
     "compare the index with the array's declared size: a GPU reports no error here, and "
     "may access other variables of the thread"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_SURFACE, .sentence =
     HAS "{verb} {text}", .remedy =
     "x counts bytes: element i of a row begins at byte i * sizeof(element); guard the "
     "access, or pass cudaBoundaryModeClamp or cudaBoundaryModeZero"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_NULL, .sentence =
     HAS "{verb} through a null pointer (address {address})", .remedy =
     "check that the pointer was passed, and that cudaMalloc succeeded"},
    {FAULT_OUT_OF_BOUNDS, DETAIL_READ_ONLY, .sentence =
     HAS "{verb} {place}, which only the host can set", .remedy =
     "set a __constant__ variable with cudaMemcpyToSymbol; a kernel can store to a "
     "__device__ variable"},
    {FAULT_OUT_OF_BOUNDS, ANY, .when = emu_when_freed, .remedy =
     "free memory after the last kernel that uses it: cudaFree waits for kernels that run, "
     "but the pointer must not be used after it"},
    {FAULT_OUT_OF_BOUNDS, ANY, .when = emu_when_before, .remedy =
     "the index is negative: guard the access, and compare signed numbers; an unsigned "
     "difference below 0 is a large number"},
    {FAULT_OUT_OF_BOUNDS, ANY, .when = emu_when_pitched, .remedy =
     "the array has a pitch of {pitch} bytes (cudaMallocPitch): row r begins r * {pitch} bytes "
     "after its start, so add that to a char *, not to a pointer to elements"},
    {FAULT_OUT_OF_BOUNDS, ANY, .when = emu_when_dynamic, .remedy =
     "{kernel} is launched on {launched} with {dynamic} bytes of dynamic shared memory, the "
     "third argument in <<<blocks, threads, bytes>>>: compare it with the index; of a ring "
     "of stages, does the index begin again at 0?"},
    {FAULT_OUT_OF_BOUNDS, ANY, .when = emu_when_shared, .remedy =
     "compare each index with the array's declared size, in each of its dimensions"},
    {FAULT_OUT_OF_BOUNDS, ANY, .sentence = HAS "{verb} {place}", .remedy =
     "guard the access: which elements exist?"},

    {FAULT_MISALIGNED, DETAIL_BOX, .sentence =
     HAS "copies a box whose first coordinate is not a multiple of 16 bytes", .remedy =
     "the first coordinate times the size of an element must be a multiple of 16 bytes. "
     "Coordinates count elements, and the first one is that along which they are "
     "contiguous"},
    {FAULT_MISALIGNED, DETAIL_SWIZZLE, .sentence =
     HAS "reads {place} by a descriptor with {text}", .remedy =
     "the tensor map and the descriptor must have the same swizzle: in bits 62 and 63 of "
     "a descriptor, 1 is for 128 bytes, 2 for 64, 3 for 32, and 0 for none"},
    {FAULT_MISALIGNED, DETAIL_TENSOR, .sentence =
     HAS "{verb} {place} by a bulk copy, at an address that is not aligned for it", .remedy =
     "a tensor copy's place in shared memory must be a multiple of 128: write "
     "__align__(1024) for the array, and let the tiles come first"},
    {FAULT_MISALIGNED, DETAIL_BULK, .sentence =
     HAS "{verb} {place} by a bulk copy, at an address that is not aligned for it", .remedy =
     "both places of a bulk copy must be multiples of 16"},
    {FAULT_MISALIGNED, ANY, .when = emu_when_bytes_16, .remedy =
     "a 16-byte access needs an address that is a multiple of 16: is the index of its "
     "first element a multiple of 4 floats (8 halves), and the length of a row, or its "
     "leading dimension, too? Elsewhere, go element by element"},
    {FAULT_MISALIGNED, ANY, .sentence =
     HAS "{verb} {place} at an address that is not a multiple of its size", .remedy =
     "an access needs an address that is a multiple of its size: the index of its first "
     "element, too"},

    {FAULT_UNINITIALIZED, DETAIL_COPYING, .when = emu_when_orders, .remedy =
     "wait for the copy before the read: for its group, or for the phase of its mbarrier "
     "(compare the parity, and the bytes that it expects); others wait for that phase, "
     "too, or meet at a barrier. Or is it the next copy, begun before this read?"},
    {FAULT_UNINITIALIZED, DETAIL_COPYING, .when = emu_when_committed, .remedy =
     "the copy's group is committed, but no wait before the read covers it: a wait may "
     "leave the newest n groups in flight. Is one missing, or is n too large? If n is "
     "right for most tiles: is a group committed for each, also where nothing is copied?"},
    {FAULT_UNINITIALIZED, DETAIL_COPYING, .sentence =
     HAS "{verb} {place} while {its} asynchronous copy to it, begun on {line}, may be in "
     "flight", .remedy =
     "commit the copy, and wait for its group, before the read; other threads see it "
     "after the next __syncthreads()"},
    {FAULT_UNINITIALIZED, ANY, .when = emu_when_copies, .remedy =
     "copy or store every element before it is read; other threads see a copy after the "
     "wait and the next __syncthreads()"},
    {FAULT_UNINITIALIZED, ANY, .when = emu_when_shared_orders, .remedy =
     "no copy and no store has set these bytes: do the copies cover the tile, each part at "
     "its place? Does the mbarrier expect the bytes of all of them, of other blocks, too? "
     "Is the address that is read right?"},
    {FAULT_UNINITIALIZED, ANY, .when = emu_when_shared, .remedy =
     "store every element before it is read: do the threads and their iterations cover "
     "all of them? Where a condition leaves some out: which value should be read there?"},
    {FAULT_UNINITIALIZED, ANY, .sentence = HAS "{verb} {place}, which was never set"},
    {FAULT_UNINITIALIZED, ANY, .when = emu_when_set_a_pointer, .remedy =
     "{set_on} sets 8 of its {bytes} bytes: is 8 the size of a pointer, by sizeof?"},
    {FAULT_UNINITIALIZED, ANY, .when = emu_when_set_in_part, .remedy =
     "{set_on} sets {set} of its {bytes} bytes, and no other call does: the size of a copy "
     "or a fill counts bytes; set the memory before it is read"},
    {FAULT_UNINITIALIZED, ANY, .when = emu_when_not_set, .remedy =
     "no copy or fill sets it: call cudaMemset() or cudaMemcpy() before the launch, or let "
     "a kernel store every element first"},
    {FAULT_UNINITIALIZED, ANY, .remedy = "set the memory before it is read"},

    {FAULT_BARRIER, DETAIL_WARP, .sentence =
     "{other} waits in a warp operation ({line}) for lanes of its mask that never arrive"
     IN, .remedy =
     "every lane in the mask must call the operation: pass the mask of the lanes that "
     "call it"},
    {FAULT_BARRIER, DETAIL_ALIGNED, "warpgroup", .remedy =
     "let all 128 threads of the warpgroup execute wgmma, as often: put no branch around "
     "it that only some warps take"},
    {FAULT_BARRIER, DETAIL_ALIGNED, .when = emu_when_said, .sentence =
     "{thread} {text}" IN},
    {FAULT_BARRIER, DETAIL_ALIGNED, .sentence =
     "{thread} waits at an instruction that all 32 lanes of a warp execute together, for "
     "lanes that are elsewhere" IN, .remedy =
     "let all 32 lanes of the warp execute this instruction together: guard the loads "
     "and stores of elements, not this"},
    {FAULT_BARRIER, DETAIL_COUNT, .sentence = "{thread} {text}" IN, .remedy =
     "let all 128 threads of the warpgroup execute the same setmaxnreg: .dec with at "
     "most the registers that each has, .inc with at least as many"},
    {FAULT_BARRIER, DETAIL_DEADLOCK, "registers per thread", .remedy =
     "add up the registers of all threads: a .inc gets no more than the threads had at "
     "the start, and others have given back by .dec"},
    {FAULT_BARRIER, DETAIL_DEADLOCK, "since the last wait", .remedy =
     "the threads arrive more often than the mbarrier's waits expect: do more threads "
     "arrive in a phase than the count of its initialisation, or is a wait left out?"},
    {FAULT_BARRIER, DETAIL_DEADLOCK, "with 0 of ", .remedy =
     "no thread has arrived in this phase: which thread should, on which line? Does it "
     "wait elsewhere, or has it ended? Or is this wait for the wrong stage, or the wrong "
     "parity?"},
    {FAULT_BARRIER, DETAIL_DEADLOCK, " of barrier ", .remedy =
     "some threads are missing: the count of bar.sync and bar.arrive is of all threads "
     "that come to this barrier in a phase, those that wait and those that only arrive. "
     "Which ones come too seldom, or go to another barrier?"},
    {FAULT_BARRIER, DETAIL_DEADLOCK, " arrivals", .remedy =
     "some arrivals are missing: compare the count of the barrier's initialisation with "
     "the threads that arrive in a phase, and where the others wait"},
    {FAULT_BARRIER, DETAIL_DEADLOCK, " bytes ", .remedy =
     "compare the bytes that are expected with those of the copies: each copy brings its "
     "whole box, with what is outside of the matrix"},
    {FAULT_BARRIER, DETAIL_DEADLOCK, .sentence =
     "{thread} {text}, and no thread of the {together} can go on" IN, .remedy =
     "compare the count of each barrier with the threads that arrive, and the parity of "
     "each wait with the phases that are complete"},
    {FAULT_BARRIER, DETAIL_MISUSED, "barrier of the cluster", .remedy =
     "each thread arrives at the barrier of the cluster once, and waits before it "
     "arrives again"},
    {FAULT_BARRIER, DETAIL_MISUSED, "an mbarrier whose phase", .remedy =
     "compare the count of the mbarrier with the threads that arrive in one phase: is a "
     "stage filled twice, or by several threads, or before its phase is complete?"},
    {FAULT_BARRIER, DETAIL_MISUSED, "parity", .remedy =
     "give the parity of the phase: its number % 2"},
    {FAULT_BARRIER, DETAIL_MISUSED, "mbarrier again", .sentence =
     "{thread} {text} (before, on {line}, by {other})" IN, .remedy =
     "initialise each mbarrier once, by one thread, before all that use it"},
    {FAULT_BARRIER, DETAIL_MISUSED, "that is not initialised", .remedy =
     "initialise each mbarrier once, by one thread, with the number of arrivals of a "
     "phase, before a __syncthreads(); or is the index of this one wrong?"},
    {FAULT_BARRIER, DETAIL_MISUSED, "another thread with a count", .sentence =
     "{thread} {text} ({line}, by {other})" IN},
    {FAULT_BARRIER, DETAIL_MISUSED, .when = emu_when_other_known, .sentence =
     "{thread} {text} (initialised on {line}, by {other})" IN},
    {FAULT_BARRIER, DETAIL_MISUSED, .sentence = "{thread} {text}" IN, .remedy =
     "initialise each mbarrier once, by one thread, with the number of arrivals of a "
     "phase, before a __syncthreads(); a named barrier has one count, a multiple of 32"},
    {FAULT_BARRIER, DETAIL_GRID, .sentence =
     "{thread} waits for the whole grid, but {other_block} has ended" IN, .remedy =
     "every block must reach every grid.sync(): guard the work, not the barrier"},
    {FAULT_BARRIER, DETAIL_EXITED, .sentence =
     "{thread} waits at a __syncthreads() that {other} of its warp will never reach: it "
     "has returned" IN},
    {FAULT_BARRIER, ANY, .sentence =
     "{thread} waits at this __syncthreads() while {other} waits at another one ({line})"
     IN, .remedy =
     "every thread of the block must reach every __syncthreads(): guard the loads and "
     "stores, not the barrier"},

    {FAULT_TIMEOUT, ANY, .when = emu_when_default_limit, .remedy =
     "check the loop's condition, and that each iteration changes its variables; if the block "
     "only takes long, EMU_TIMEOUT=0 in the environment removes this limit"},
    {FAULT_TIMEOUT, ANY, .sentence = HAS "was still running after {timeout} s", .remedy =
     "check the loop's condition, and that each iteration changes its variables"},

    {FAULT_CRASH, DETAIL_DIVISION, .remedy = "check the divisor on this line"},
    {FAULT_CRASH, DETAIL_CALL, "an instruction that the emulator", .remedy =
     "this path of the library cannot run here: call another function, or one for other types"},
    {FAULT_CRASH, DETAIL_CALL, .remedy =
     "check the call on this line: its arguments, and the pointer that it goes through"},
    {FAULT_CRASH, DETAIL_UNDEFINED, .remedy =
     "look for a function that ends without a return statement, and for a null pointer "
     "or an index that is wrong for every input"},
    {FAULT_CRASH, DETAIL_STACK, .remedy =
     "look for endless recursion, or for a large local array"},
    {FAULT_CRASH, ANY, .sentence = HAS "{text}", .remedy =
     "check the operands on this line"},

    {FAULT_UNSEEN, ANY, .sentence =
     HAS "{verb} {place} in a way that the emulator cannot see", .remedy =
     "use a[i] and *p in functions of your own: the emulator does not see accesses by "
     "built-ins, libraries and some attributes"},
};
/* clang-format on */

static bool holds(const struct fault_row *r, const struct fault_record *f)
{
    return r->kind == f->kind && (r->detail == ANY || r->detail == (int)f->detail) &&
           (!r->says || strstr(f->text, r->says)) && (!r->when || r->when(f));
}

static struct fault_rows rows_of(enum fault_kind kind)
{
    return kind == FAULT_RACE ? emu_fault_rows_race
                              : (struct fault_rows){rows, sizeof rows / sizeof *rows};
}

const char *emu_fault_sentence(const struct fault_record *f)
{
    const struct fault_rows of = rows_of(f->kind);
    for (size_t i = 0; i < of.n; i++)
        if (of.row[i].sentence && holds(&of.row[i], f))
            return of.row[i].sentence;
    return "";
}

const char *emu_fault_remedy(const struct fault_record *f)
{
    const struct fault_rows of = rows_of(f->kind);
    for (size_t i = 0; i < of.n; i++)
        if (of.row[i].remedy && holds(&of.row[i], f))
            return of.row[i].remedy;
    return "";
}

const char *emu_fault_name(enum fault_kind kind)
{
    static const char *const names[] = {
        "",        "OUT_OF_BOUNDS", "MISALIGNED", "UNINITIALIZED", "RACE",
        "BARRIER", "TIMEOUT",       "CRASH",      "UNSEEN"};
    return names[kind];
}
