/*
 * What a run reports besides its result: faults, counters, and the source of its
 * times. The CPU emulator implements all of it (emu/api/probe.c). With a real GPU,
 * common/device/probe_gpu.c answers "not known". The linker selects one.
 */
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probe_counters.h"
#include "probe_fault.h"
#include "probe_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many blocks of a launch an SM of the modelled GPU holds at one time. */
struct occupancy {
    unsigned threads;      /* per block */
    uint64_t shared_bytes; /* per block */
    int registers;         /* per thread... */
    bool estimated;        /* ...true if they are not from nvcc */
    int blocks;            /* per SM... */
    int at_most;       /* ...and if registers that are estimated are no limit, as for
                          a program that asks the runtime */
    int most_warps;    /* the most that an SM could hold */
    const char *limit; /* the resource that limits blocks: "registers" */
};

/* True if the program ends because this machine cannot run it; it has printed why. */
bool probe_gave_up(void);

/* True if this backend finds faults and counts. */
bool probe_available(void);

/* "measured" on a GPU, "modelled" on the emulator: the word for every time. */
const char *probe_source(void);

/* Read all files now: the program will lose its right to read them. */
void probe_prepare(void);

/* Until this is called with true, host code that uses the device ends the program:
   static constructors must not use it. No effect on a GPU. */
void probe_device(bool there);

/* Close the emulator's own memory to the host code that runs next, or open it again. In
   a program that is not graded (vault.h), and on a GPU, this does nothing. Only the
   main thread may call this. */
void probe_close(bool closed);

/* A signal reported this address: if it is in closed memory, the program ends. */
void probe_reached(const void *address);

/* May be defined by the program around a graded kernel. Called before the program ends
   because host code accessed the emulator's own memory. */
extern void probe_beyond(void) __attribute__((weak));

/* In such a program: host code runs or calls where it must not. Calls probe_beyond()
   and ends the program. */
void probe_trespass(void) __attribute__((noreturn));

/* In such a program, a call of the runtime goes through a gate, which stores its return
   address here; else 0. (grade/guard.S) */
extern __thread uintptr_t emu_gate_return;

/* From now on verify the hooks: for some runs of lanes, drawn by `seed`, each access to
   device and shared memory must have been announced by a hook. Else it is FAULT_UNSEEN.
   0 stops it. No effect on a GPU. */
void probe_witness(uint64_t seed);

/* Forget faults and counters. Before the first call, a fault is also printed to stderr;
   from then on it is only returned by probe_fault(). */
void probe_reset(void);

/* The first fault since the reset: true and *f filled, or false if there is none. */
bool probe_fault(struct fault *f);

/* The first call or launch since the reset that the runtime refused, and why: true and
 *f filled, its kind FAULT_NONE; false if there is none, or if it is not known. */
bool probe_refused(struct fault *f);

/* The last write since the reset to the float in device memory that contains `p`; of
   several blocks, the last in the order of blocks. False if it is not known. */
bool probe_writer(const void *p, struct probe_place *place);

/* The last launch since the reset, and its place in the host's code. False if there was
   none, or if it is not known. */
bool probe_launch(struct probe_place *place);

/* The source line of a code address of this program, if it is the learner's. False for
   the emulator's own code, for the C library's, or if it is not known. */
bool probe_line(const void *code, char *file, size_t size, int *line);

/* Counters since the reset; all zero where probe_available() is false. */
void probe_counters(struct counters *c);

/* Until the next reset count by array, too: array i is the allocation that begins at
   start[i]; no array if that is NULL. width[i]: the bytes from row to row, a multiple
   of 4; 0: not known. n is at most PROBE_ARRAYS. Call this between a reset and a
   launch. No effect on a GPU. */
void probe_arrays(void *const start[], const uint32_t width[], int n);

/* The counters of array i; all zero if it is not counted. A request that accesses
   several arrays is a request of each. */
void probe_array_counters(int i, struct array_counters *c);

/* The most bytes of stack that a kernel's thread used since the reset: its local
   arrays, and little more. 0 if it is not known. */
uint64_t probe_stack(void);

/* From now on run only about `blocks` blocks of each grid, evenly spread, and scale
   the counters and times to the whole grid; 0 runs every block. No effect on a GPU. */
void probe_sample(unsigned blocks);

/* From now on run only the first wave of a call, or all of it again: of the launch that
   loads from one counted array (probe_arrays()) and stores to another, as many blocks
   as the modelled GPU holds at one time, those with the lowest numbers, x before y
   before z. If a block then loads for more results, it ends at its next barrier.
   Launches before this one run as usual, launches after it not at all. Counters by
   array are those of the wave; times are without meaning. No effect on a GPU. A
   cooperative launch runs all of its blocks. */
void probe_wave(bool alone);

/* From now on run the blocks of each grid one after the other in another order, and the
   warps of a block too: a permutation that `order` selects. Counters and modelled times
   are then without meaning, and if there are several faults, any of them may be the
   first. 0: the usual order, on all cores. No effect on a GPU. */
void probe_order(uint64_t order);

/* From now on the modelled GPU has this many SMs; 0: those of its profile. Programs
   that ask see the same number. No effect on a GPU. */
void probe_sms(unsigned sms);

/* From now on a launch that may start before the kernel before has ended is checked as
   if that kernel used all device memory. No effect on a GPU. */
void probe_kernel_before(bool used);

/* From now on watch the asynchronous copies of so many blocks of each launch, which is
   slow: one of each of as many equal parts of the grid, drawn by `seed`. 0: of none. No
   effect on a GPU. */
void probe_pipeline(unsigned blocks, uint64_t seed);

/* Of the launches since then that copy at least 1/PIPELINE_SHARE as much asynchronously
   as any other one: the one with the smallest share of tiles_ahead. If none copies so,
   the launch that loads the most. All 0 if none was watched. */
enum { PIPELINE_SHARE = 16 };
void probe_pipeline_counts(struct pipeline_counts *c);

/*
 * Ways on which the elements of the inputs come into a product. In a call that
 * withholds some of them, the product lacks a share that tells how much of it came on
 * these ways: with probability one half,
 *   - an element that comes to shared memory, comes there by such a copy, or is loaded
 *     by ldmatrix, is zero; by plain stores, at the next barrier;
 *   - an element of the sums of a matrix instruction lacks the products of an element
 *     of one input with an element of the other.
 * Only marked elements are withheld (mark.h).
 */
enum probe_way {
    WAY_SHARED = 1,
    WAY_COPY_ASYNC = 2,  /* cp.async */
    WAY_TENSOR_COPY = 4, /* cp.async.bulk.tensor */
    WAY_LDMATRIX = 8,
    WAY_MMA = 16,
    WAY_WGMMA = 32
};

/* From now on withhold elements of so many bytes, 1, 2 or 4, on these ways, a set of
   probe_way; 0: no longer. No effect on a GPU. */
void probe_withhold(unsigned ways, int bytes, uint64_t seed);

/* Set the floating-point operations of a call, 2*M*N*K for a product: of all launches
   between two events. The model needs them, since counters see memory, not arithmetic.
   No effect on a GPU. */
void probe_flops(double flops);

/* Before the next call, L2 is filled with lines that something else has written: the
   model adds the time until they are in DRAM. No effect on a GPU. */
void probe_l2_written(void);

/* From now on stop a block, or a cooperative launch, that has used `seconds` of
   processor time, as FAULT_TIMEOUT; 0 lets it run on. No effect on a GPU. */
void probe_timeout(double seconds);

/* The occupancy of the longest launch since the reset: true and *o filled; false on a
   GPU. */
bool probe_occupancy(struct occupancy *o);

/* What limited the longest launch since the reset, as text such as "shared-memory
   wavefronts"; "" if it is not known. The text is valid until the next launch. */
const char *probe_bottleneck(void);

/* What the time of that launch is made of, in the words of Nsight Compute, as "FMA pipe
   70 %, latency 24 %, tail 5 %, launch 1 %; L1 and shared 52 %, L2 8 %": the shares
   before the semicolon are all of the time; the others are of units that are busy
   meanwhile. "" if it is not known. Valid until the next launch. */
enum { PROBE_TIME = 160 };
const char *probe_time(void);

/*
 * For a debugger: a program runs the same launches twice, with EMU_THREADS=1, so that
 * both runs are identical. The first run finds the thread and the access of the fault.
 * In the second, that thread calls emu_debug_stop() just before the access, on its own
 * stack. This needs a libemu.a that was compiled with -DEMU_DEBUG.
 */

/* The place of the first fault so far, as text for probe_debug_await(). False if there
   was none, or if it belongs to no thread. */
bool probe_debug_place(char *text, size_t size);

/* The same for the last write to this float in device memory. */
bool probe_debug_place_of_write(const void *p, char *text, size_t size);

/* Stop at that place; "fault": at any fault that a thread itself causes. False if the
   text is not valid. */
bool probe_debug_await(const char *text);
/* True if it has been reached. */
bool probe_debug_reached(void);

#ifdef __cplusplus
}
#endif

#endif
