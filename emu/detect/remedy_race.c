/*
 * What to look at next after a race. Threads that collide differ in some of their
 * indices; one that an address does not use is the likeliest cause.
 */
#include <stdio.h>
#include <string.h>

#include "launch.h"
#include "param.h"
#include "symbols.h"
#include "words.h"

/* The threads' and blocks' indices, in the order of their names below. */
enum { THREAD_X, THREAD_Y, THREAD_Z, BLOCK_X, BLOCK_Y, BLOCK_Z, INDICES };
static const char *const names[INDICES] = {"threadIdx.x", "threadIdx.y", "threadIdx.z",
                                           "blockIdx.x",  "blockIdx.y",  "blockIdx.z"};

static void spell(uint64_t block, uint32_t thread, uint64_t index[INDICES])
{
    const struct dim3 b = emu_launch_last()->config.block,
                      g = emu_launch_last()->config.grid;
    index[THREAD_X] = thread % b.x;
    index[THREAD_Y] = thread / b.x % b.y;
    index[THREAD_Z] = thread / b.x / b.y;
    index[BLOCK_X] = block % g.x;
    index[BLOCK_Y] = block / g.x % g.y;
    index[BLOCK_Z] = block / g.x / g.y;
}

/* "threadIdx.x and blockIdx.y", in which the two differ; *only becomes the one of them,
   or -1 if they are several. */
static void differences(const struct fault_record *f, char *text, size_t size,
                        int *only)
{
    uint64_t mine[INDICES] = {0}, others[INDICES] = {0};
    int n = 0, differ[INDICES] = {0};
    size_t at = 0;
    spell(f->block, f->thread, mine);
    spell(f->detail == DETAIL_BLOCKS ? f->other_block : f->block, f->other_thread,
          others);
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
            "both have the same index, and differ only in threadIdx.x: does the index "
            "use it, so that each has an element of its own, and does a loop that "
            "begins there step by the number of threads?");
    else if (only >= 0)
        snprintf(
            text, size,
            "both have the same index, and differ only in %s: does the index use it, "
            "so that each has an element of its own? If it should not, launch %s in "
            "%c",
            names[only], only < BLOCK_X ? "blocks of one thread" : "one block",
            "xyz"[only % 3]);
    else
        snprintf(
            text, size,
            "both have the same index, and differ in %s: is each multiplied by what "
            "it must be, a row by the length of a row, a block by the size of its "
            "tile?",
            differ);
}

/* Whether the line adds to an element what is not in the same array: "sum[0] += x;",
   and not "part[i] += part[i + n];". */
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

static bool on_one_line(const struct fault_record *f)
{
    char file[256], other_file[256];
    int line = 0, other_line = 0;
    return emu_symbols_line(f->pc, file, sizeof file, &line) &&
           emu_symbols_line(f->other_pc, other_file, sizeof other_file, &other_line) &&
           line == other_line && !strcmp(file, other_file);
}

void emu_remedy_race(const struct fault_record *f, char *text, size_t size)
{
    const bool blocks = f->detail == DETAIL_BLOCKS, same_line = on_one_line(f);
    const bool all_known = f->thread < MAX_THREADS && f->other_thread < MAX_THREADS;
    if (f->with_atomic)
        snprintf(text, size,
                 "one of the two is an atomic operation: let the other one be one too, "
                 "or %s",
                 blocks ? "come in a launch of its own" : "stand behind a barrier");
    else if (same_line && adds_up(f->pc))
        snprintf(text, size,
                 "if several threads are to add to this element, use atomicAdd(); if "
                 "not, give "
                 "each thread an element of its own");
    else if (f->write && f->other_write && all_known)
        say_indices(f, text, size);
    else if (blocks)
        snprintf(
            text, size,
            "no block can wait for another one: let the kernel write another array "
            "than it reads, or launch one kernel after the other");
    else if (!same_line)
        snprintf(text, size,
                 "put a __syncthreads() between the two lines, on every path from one "
                 "to the other");
    else
        snprintf(text, size,
                 "on one line a thread reads what another stores: put a "
                 "__syncthreads() between the two, also from one round of a loop to "
                 "the next");
}
