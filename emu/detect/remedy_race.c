/*
 * What to check next after a race. The two threads differ in some of their indices. The
 * most likely cause is an index that the address does not use.
 */
#include <stdio.h>
#include <string.h>

#include "copy_async.h"
#include "launch.h"
#include "param.h"
#include "symbols.h"
#include "order.h"
#include "words.h"

/* The threads' and blocks' indices, in the order of their names below. */
enum { THREAD_X, THREAD_Y, THREAD_Z, BLOCK_X, BLOCK_Y, BLOCK_Z, INDICES };
static const char *const names[INDICES] = {"threadIdx.x", "threadIdx.y", "threadIdx.z",
                                           "blockIdx.x",  "blockIdx.y",  "blockIdx.z"};

static void spell(const struct launch *l, uint64_t block, uint32_t thread,
                  uint64_t index[INDICES])
{
    const struct dim3 b = l->config.block, g = l->config.grid;
    index[THREAD_X] = thread % b.x;
    index[THREAD_Y] = thread / b.x % b.y;
    index[THREAD_Z] = thread / b.x / b.y;
    index[BLOCK_X] = block % g.x;
    index[BLOCK_Y] = block / g.x % g.y;
    index[BLOCK_Z] = block / g.x / g.y;
}

/* "threadIdx.x and blockIdx.y", in which the two differ. *only becomes that index if it
   is the only one, else -1. */
static void differences(const struct fault_record *f, char *text, size_t size,
                        int *only)
{
    uint64_t mine[INDICES] = {0}, others[INDICES] = {0};
    int n = 0, differ[INDICES] = {0};
    size_t at = 0;
    spell(f->launch, f->block, f->thread, mine);
    spell(f->launch, f->detail == DETAIL_BLOCKS ? f->other_block : f->block,
          f->other_thread, others);
    for (int i = 0; i < INDICES; i++)
        if (mine[i] != others[i])
            differ[n++] = i;
    for (int i = 0; i < n; i++)
        at += snprintf(text + at, size - at, "%s%s",
                       i == 0      ? ""
                       : i < n - 1 ? ", "
                                   : " and ",
                       names[differ[i]]);
    *only = n == 1 ? differ[0] : -1;
}

/* Two stores that are meant for two elements. */
static void say_indices(const struct fault_record *f, char *text, size_t size)
{
    char differ[128] = "";
    int only;
    differences(f, differ, sizeof differ, &only);
    if (only == THREAD_X)
        snprintf(
            text, size,
            "both threads access one element, and differ only in threadIdx.x: use it "
            "in the index, so that each thread has its own element; a loop that begins "
            "there must step by the number of threads");
    else if (only >= 0)
        snprintf(
            text, size,
            "both threads access one element, and differ only in %s: use it in the "
            "index, so that each thread has its own element%s",
            names[only],
            only < BLOCK_X ? ", or launch blocks with one thread there" : "");
    else
        snprintf(
            text, size,
            "both threads access one element, and differ in %s: are x and y exchanged, "
            "or is the factor of one wrong, such as the size of a block?",
            differ);
}

/* True if the line adds a value to an element, and the value is not from the same
   array: "sum[0] += x;", but not "part[i] += part[i + n];". */
static bool adds_up(uintptr_t pc)
{
    char file[256], text[512], array[64] = "", *sum;
    int line = 0;
    if (!emu_symbols_line(pc, file, sizeof file, &line) ||
        !emu_symbols_text(file, line, text, sizeof text) || !(sum = strstr(text, "+=")))
        return false;
    *sum = 0;
    sscanf(text, " %63[A-Za-z0-9_]", array);
    return !*array || !strstr(sum + 2, array);
}

/* The lines of the two accesses, the later one first, if both are in one file. */
static bool lines_of(const struct fault_record *f, int *line, int *other_line)
{
    char file[256], other_file[256];
    return emu_symbols_line(f->pc, file, sizeof file, line) &&
           emu_symbols_line(f->other_pc, other_file, sizeof other_file, other_line) &&
           !strcmp(file, other_file);
}

void emu_remedy_race(const struct fault_record *f, char *text, size_t size)
{
    int line = 0, other_line = 0;
    const bool one_file = lines_of(f, &line, &other_line);
    const bool blocks = f->detail == DETAIL_BLOCKS;
    const bool same_line = one_file && line == other_line;
    const bool all_known = f->thread < MAX_THREADS && f->other_thread < MAX_THREADS;
    /* It may be the copy that comes too late, and not the barrier. */
    const char *copied = emu_copy_began(f->launch)
                             ? "; before the barrier, each thread must wait "
                               "for the group of its own copies"
                             : "";
    if (f->detail == DETAIL_COPYING) {
        snprintf(text, size,
                 "before the bytes are stored to, or copied to again, each thread must "
                 "wait for its own copies%s, and all threads must meet at a barrier",
                 emu_order_used() ? " or for the phase of their mbarrier" : "");
        return;
    }
    if (f->detail == DETAIL_SOURCE || f->detail == DETAIL_OPERAND) {
        snprintf(text, size, "%s",
                 f->detail == DETAIL_SOURCE
                     ? "wait for the store's group, by cp.async.bulk.wait_group.read, "
                       "and then let all threads meet at a barrier, before the bytes "
                       "are written again"
                     : "wait for the group, by wgmma.wait_group, and "
                       "then arrive at a barrier that the writer waits for");
        return;
    }
    if (f->detail == DETAIL_REGISTERS) {
        snprintf(text, size,
                 "accumulators may be accessed after wgmma.wait_group; before the next "
                 "product into them, or the first one, comes wgmma.fence");
        return;
    }
    if (f->detail == DETAIL_CLUSTER && f->with_atomic && f->size == 8) {
        snprintf(text, size,
                 "let the cluster meet (cluster.sync()) after an mbarrier is "
                 "initialised, before another block uses it");
        return;
    }
    if (f->detail == DETAIL_CLUSTER || f->detail == DETAIL_ENDED) {
        snprintf(
            text, size, "%s",
            f->detail == DETAIL_CLUSTER
                ? "let the cluster meet in between (cluster.sync()); or let the "
                  "readers of all blocks arrive at the mbarrier that the writer "
                  "waits for"
                : "let the cluster meet at the end of the kernel (cluster.sync()), "
                  "so that no block ends before the others have done with it");
        return;
    }
    if (f->detail == DETAIL_NOT_BEGUN) {
        snprintf(
            text, size,
            "let the cluster meet at the beginning of the kernel (cluster.sync()), "
            "so that all of its blocks run by then");
        return;
    }
    if (f->detail == DETAIL_PROXY) {
        snprintf(text, size,
                 "after its stores each thread executes fence.proxy.async, and then a "
                 "barrier");
        return;
    }
    if (f->detail == DETAIL_LEFT) {
        snprintf(text, size, "%s",
                 f->write ? "wait for the phase of its mbarrier before the block ends: "
                            "another block gets the memory"
                          : "wait for its group, by cp.async.bulk.wait_group.read, "
                            "before the thread ends: another block gets the memory");
        return;
    }
    if (f->detail == DETAIL_BEFORE) {
        snprintf(text, size,
                 "its launch may overlap the kernel before (programmatic stream "
                 "serialization): execute griddepcontrol.wait first, or wait for a "
                 "thread that has");
        return;
    }
    const bool barriers = !blocks && emu_order_used();
    if (f->with_atomic && barriers && f->size == 8 && f->offset >= SHARED_OFFSET)
        snprintf(text, size,
                 "put a __syncthreads() between the initialisation of an mbarrier and "
                 "its first use by other threads");
    else if (f->with_atomic)
        snprintf(text, size,
                 "one of the two is an atomic operation: make the other one atomic "
                 "too, or %s",
                 blocks ? "move it to another launch" : "put a barrier between them");
    else if (same_line && adds_up(f->pc))
        snprintf(text, size,
                 "if several threads must add to this element, use atomicAdd(); if "
                 "not, give each thread its own element");
    else if (f->write && f->other_write && all_known)
        say_indices(f, text, size);
    else if (blocks)
        snprintf(
            text, size,
            "a block cannot wait for another block: read one array and write another, "
            "or launch two kernels, one after the other");
    else if (barriers && one_file && !same_line)
        snprintf(text, size,
                 "after line %d the thread must arrive at a barrier, and the other "
                 "one must wait for that phase before line %d: compare count and "
                 "parity; or put a __syncthreads() between the two",
                 other_line, line);
    else if (one_file && other_line > line)
        snprintf(text, size,
                 "put a __syncthreads() between line %d and line %d; if there is one, "
                 "put one also between line %d and the next execution of line %d, such "
                 "as at the end of the loop%s",
                 line, other_line, other_line, line, copied);
    else if (!same_line)
        snprintf(text, size,
                 "put a __syncthreads() between the two lines, on every path from one "
                 "to the other%s",
                 copied);
    else
        snprintf(text, size,
                 "a thread reads what another thread stores on the same line: put a "
                 "__syncthreads() between the two, also between iterations of a loop");
}
