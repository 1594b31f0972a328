/* The rows of races. */
#include "fault_rows.h"

/* clang-format off */
static const struct fault_row rows[] = {
    {FAULT_RACE, DETAIL_COPYING, .when = emu_when_copied_again, .remedy =
     "two copies to the same bytes are in flight: should each have its own place, in the "
     "tile or in a stage of its own? If not, the first one must be waited for, and all "
     "threads must meet at a barrier, before the second"},
    {FAULT_RACE, DETAIL_COPYING, .when = emu_when_orders, .remedy =
     "before the bytes are stored to, or copied to again, each thread must wait for its "
     "own copies or for the phase of their mbarrier, and all threads must meet at a "
     "barrier"},
    {FAULT_RACE, DETAIL_COPYING, .sentence =
     "{thread} writes {place} while {its} asynchronous copy to it, begun on {line}, may "
     "be in flight" IN, .remedy =
     "before the bytes are stored to, or copied to again, each thread must wait for its "
     "own copies, and all threads must meet at a barrier"},
    {FAULT_RACE, DETAIL_SOURCE, .sentence =
     "{thread} writes {place} while {its} bulk store, begun on {line}, may still read it"
     IN, .remedy =
     "before the bytes are written again, its thread waits for the store's group, by "
     "cp.async.bulk.wait_group.read (which may leave the newest n groups in flight: is n "
     "too large?), and then the threads meet at a barrier"},
    {FAULT_RACE, DETAIL_OPERAND, .sentence =
     "{thread} writes {place} while a wgmma, begun on {line}, may still read it" IN,
     .remedy =
     "wait for the group, by wgmma.wait_group, and then arrive at a barrier that the "
     "writer waits for; such a barrier must count the arrivals of all that read"},
    {FAULT_RACE, DETAIL_REGISTERS, .when = emu_when_other_known, .sentence =
     "{thread} {text} {line}" IN},
    {FAULT_RACE, DETAIL_REGISTERS, .sentence = "{thread} {text}" IN, .remedy =
     "accumulators may be accessed after a wgmma.wait_group that does not leave their group "
     "in flight; before the next product into them, or the first one, comes wgmma.fence"},
    {FAULT_RACE, DETAIL_PROXY, .sentence =
     "{thread} lets {place} be read asynchronously, which {it} has stored without a "
     "fence.proxy.async" IN, .remedy =
     "after its stores each thread executes fence.proxy.async, and then a barrier"},
    {FAULT_RACE, DETAIL_CLUSTER, .when = emu_when_mbarrier, .remedy =
     "let the cluster meet (cluster.sync()) after an mbarrier is initialised, before "
     "another block uses it"},
    {FAULT_RACE, DETAIL_CLUSTER, .sentence =
     "{thread} of {block} {verb} {place}, and {other} of {other_block} {did} it on "
     "{line}, with no barrier of the cluster in between, in {kernel}", .remedy =
     "is this the place that was meant, and no larger than its part? Else let the cluster "
     "meet in between (cluster.sync()), or let the readers of all blocks arrive at the "
     "mbarrier that the writer waits for"},
    {FAULT_RACE, DETAIL_ENDED, .sentence =
     "{thread} of {block} accesses shared memory of {place}, which may have ended by "
     "then, in {kernel}", .remedy =
     "let the cluster meet at the end of the kernel (cluster.sync()), so that no block "
     "ends before the others have done with it"},
    {FAULT_RACE, DETAIL_NOT_BEGUN, .sentence =
     "{thread} of {block} accesses shared memory of {place}, which may not have begun by "
     "then, in {kernel}", .remedy =
     "let the cluster meet at the beginning of the kernel (cluster.sync()), so that all "
     "of its blocks run by then"},
    {FAULT_RACE, DETAIL_LEFT, .when = emu_when_writes, .sentence =
     "the copy that {thread} begins here may still write to {place} when its block ends"
     IN, .remedy =
     "wait for the phase of its mbarrier before the block ends: another block gets the "
     "memory. Or is it one copy too many, of a tile that no thread uses?"},
    {FAULT_RACE, DETAIL_LEFT, .when = emu_when_committed, .remedy =
     "a thread waits for its own groups alone: does {thread} wait, by "
     "cp.async.bulk.wait_group.read, before it ends? Or should one thread alone begin the "
     "copy?"},
    {FAULT_RACE, DETAIL_LEFT, .sentence =
     "the copy that {thread} begins here may still read {place} when its block ends" IN,
     .remedy =
     "the copy is in no group: after it, commit one by cp.async.bulk.commit_group; a wait "
     "for groups does not wait for it"},
    {FAULT_RACE, DETAIL_BEFORE, .sentence =
     "{thread} {verb} {place} while the kernel before may still use it: the thread has "
     "not waited for its end" IN, .remedy =
     "its launch may overlap the kernel before (programmatic stream serialization): "
     "execute griddepcontrol.wait first, or wait for a thread that has"},
    {FAULT_RACE, DETAIL_BLOCKS, .sentence =
     "{thread} of {block} {verb} {place}, and {other} of {other_block} {other_verb} it "
     "on {line}; the blocks of {kernel} run in any order"},
    {FAULT_RACE, DETAIL_CACHED, .sentence =
     "{thread} of {block} reads {place} by __ldg() or a texture, and {other} of {other_block} stores to it "
     "on {line}, in the same launch of {kernel}: the load may give the value from before",
     .remedy = "read what the kernel itself stores by an ordinary load; __ldg() and textures are "
               "for data that no thread stores while the kernel runs"},
    {FAULT_RACE, ANY, .sentence =
     "{thread} {verb} {place}, and {other} {did} it on {line}, with no barrier in "
     "between" IN},

    {FAULT_RACE, DETAIL_NONE, .when = emu_when_mbarrier, .remedy =
     "put a __syncthreads() between the initialisation of an mbarrier and its first use "
     "by other threads"},
    {FAULT_RACE, DETAIL_BLOCKS, .when = emu_when_fenced, .remedy =
     "the fences of {kernel} do not order the two: after its stores, a block needs a "
     "__syncthreads() if several threads store, a __threadfence(), and then an atomic "
     "operation or a volatile store on a flag; the other block must read that flag so, "
     "before its access"},
    {FAULT_RACE, DETAIL_BLOCKS, .when = emu_when_atomic, .remedy =
     "one of the two is an atomic operation. To read the final value, launch another "
     "kernel; or, if a counter tells which block is the last one, put a __threadfence() "
     "before that counter's atomic operation. If any value will do, make both atomic"},
    {FAULT_RACE, ANY, .when = emu_when_atomic, .remedy =
     "one of the two is an atomic operation: make the other one atomic too, or put a "
     "barrier between them"},
    {FAULT_RACE, ANY, .when = emu_when_locked, .remedy =
     "if the thread's atomicCAS() takes a lock: put a __threadfence() after it, and "
     "another one before the operation that releases the lock; if not, a barrier is "
     "missing between the two accesses"},
    {FAULT_RACE, ANY, .when = emu_when_adds_up, .remedy =
     "if several threads must add to this element, use atomicAdd(); if not, give each "
     "thread its own element"},
    {FAULT_RACE, ANY, .when = emu_when_only_x, .remedy =
     "both threads access one element, and differ only in threadIdx.x: is it in the index, "
     "with the right factor, so that each thread has its own element? A loop that begins "
     "there must step by the number of threads"},
    {FAULT_RACE, ANY, .when = emu_when_only_thread, .remedy =
     "both threads access one element, and differ only in {differ}: use it in the index, "
     "so that each thread has its own element, or launch blocks with one thread there"},
    {FAULT_RACE, ANY, .when = emu_when_only_block, .remedy =
     "both threads access one element, and differ only in {differ}: is it in the index, "
     "with the right factor, so that each thread has its own element? Or should only one "
     "of these blocks store it?"},
    {FAULT_RACE, ANY, .when = emu_when_several, .remedy =
     "both threads access one element, and differ in {differ}: does an index go past the "
     "end of a row, are x and y exchanged, or is the factor of one wrong, such as the size "
     "of a block?"},
    {FAULT_RACE, DETAIL_BLOCKS, .when = emu_when_counted, .remedy =
     "if an atomic operation tells which block is the last one, put a __threadfence() "
     "before it, after the block's stores; if not, read one array and write another, or "
     "launch two kernels, one after the other"},
    {FAULT_RACE, DETAIL_BLOCKS, .remedy =
     "a block cannot wait for another block: read one array and write another, or launch "
     "two kernels, one after the other"},
    {FAULT_RACE, DETAIL_NONE, .when = emu_when_one_warp, .remedy =
     "put a __syncthreads() between the two accesses; or a __syncwarp(), if only the lanes "
     "of one warp make them: these do not run in step (until Pascal they did), and volatile "
     "orders nothing"},
    {FAULT_RACE, ANY, .when = emu_when_two_lines_ordered, .remedy =
     "after line {before} the thread must arrive at a barrier, and the other one must "
     "wait for that phase before line {now}: compare count and parity. Or both meet at a "
     "barrier between the two; at __syncthreads() only if all threads of the block do"},
    {FAULT_RACE, ANY, .when = emu_when_copied_over, .remedy =
     "line {now} begins a copy over bytes that other threads may still read on line "
     "{before}: begin it after a barrier that all threads reach after that read, such as "
     "the __syncthreads() of the next iteration; or is the stage the wrong one?"},
    {FAULT_RACE, ANY, .when = emu_when_loop, .remedy =
     "put a __syncthreads() between line {now} and line {before}; if there is one, put "
     "one also between line {before} and the next execution of line {now}, such as at "
     "the end of the loop{copied}"},
    {FAULT_RACE, ANY, .when = emu_when_two_lines, .remedy =
     "put a __syncthreads() between the two lines, on every path from one to the "
     "other{copied}"},
    {FAULT_RACE, ANY, .when = emu_when_global, .remedy =
     "several threads access {place} on this line. Is the index the same in several "
     "threads, or is a loop over all elements left? Each element needs one thread. If one "
     "must read what another one stores, put a __syncthreads() in between"},
    {FAULT_RACE, ANY, .remedy =
     "a thread reads what another thread stores on the same line: put a __syncthreads() "
     "between the two, also between iterations of a loop"},
};
/* clang-format on */

const struct fault_rows emu_fault_rows_race = {rows, sizeof rows / sizeof *rows};
