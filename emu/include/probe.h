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
#include <stdio.h>

#include "emu_element.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fault_kind {
    FAULT_NONE,
    FAULT_OUT_OF_BOUNDS,
    FAULT_MISALIGNED,
    FAULT_UNINITIALIZED,
    FAULT_RACE,
    FAULT_BARRIER,
    FAULT_TIMEOUT,
    FAULT_CRASH,
    FAULT_UNSEEN /* an access without its hook: see probe_witness() */
};

/* A thread of a launch; kernel is "" if it is not known. */
struct probe_who {
    char kernel[64];
    uint32_t block[3], thread[3]; /* x, y, z */
};

/* An element of an array: array is "" if it has no name, rank 0 if nothing is known. */
struct probe_element {
    char array[64];
    int32_t rank; /* of index, 3 at most */
    int64_t index[3];
};

/* The first fault of a run, in the order of blocks. */
struct fault {
    enum fault_kind kind;
    char file[256];     /* source file as it was given to the compiler, "" if unknown */
    int line;           /* 0 if unknown */
    char what[512];     /* what happened, where, in which thread: one sentence */
    char remedy[256];   /* what to check next: one sentence; both without full stop */
    char table[1024];   /* of a deadlock: who waits for what, as lines; else "" */
    unsigned long more; /* faults found after it */
    const void *address;  /* OUT_OF_BOUNDS in device memory: of the access, else NULL */
    struct probe_who who; /* the thread */
    struct probe_element element; /* the accessed one, or the first of several */
};

/*
 * Sums over every launch since probe_reset(), as Nsight Compute defines them. A
 * request is one memory instruction of one warp; a sector is 32 bytes of global
 * memory; a wavefront is one pass through the 32 banks of shared memory. Bytes are
 * those that the threads requested, before any merging.
 */
enum { PROBE_PROMOTED = 128 };
struct counters {
    uint64_t global_load_requests, global_load_sectors, global_load_bytes;
    uint64_t global_store_requests, global_store_sectors, global_store_bytes;
    uint64_t global_load_words;  /* words of 4 bytes that a lane loads, summed over the
                                    load requests: float4 counts as four */
    uint64_t global_bytes_in_16; /* of the bytes above, those in 16-byte accesses */
    uint64_t shared_load_requests, shared_load_wavefronts, shared_load_bytes;
    uint64_t shared_store_requests, shared_store_wavefronts, shared_store_bytes;
    /* Of these, accesses to another block's memory: one request and one wavefront per
       thread. */
    uint64_t remote_load_requests, remote_load_bytes;
    uint64_t remote_store_requests, remote_store_bytes;
    uint64_t shared_ideal_wavefronts; /* without any bank conflict */
    uint64_t shared_foreign_bytes; /* of those loaded, bytes that the thread itself has
                                      not stored; only in a call that withholds
                                      (probe_withhold()) */
    uint64_t shuffled_words;       /* that lanes take from each other */
    uint64_t l1_lines;             /* 128-byte lines looked up by global requests */
    uint64_t l1_lines_stored;      /* of these, by stores and atomic operations */
    uint64_t l2_read_sectors;      /* global loads that missed L1 */
    uint64_t dram_read_bytes; /* global loads that missed L2 as well; 0: not known, for
                                 a sample of blocks or for too many loads */
    uint64_t l2_write_sectors;
    uint64_t barriers; /* __syncthreads(), counted once per warp */
    /* How often blocks wait for a tile that they copy, and then at a barrier; prefetch
       a tile while they work; wait for other global loads, all that are in flight; and
       begin to read shared memory after a barrier. */
    uint64_t tiles, tiles_ahead, rounds, shared_rounds;
    uint64_t updates;    /* how often they load what they then store to: C */
    uint64_t dram_bytes; /* between DRAM and L2, modelled */
    uint64_t launches, blocks, threads;
    uint64_t accesses; /* of single threads, to global and shared memory */
    /* Atomic operations on global memory: neither loads nor stores. */
    uint64_t atomic_requests, atomic_sectors, atomic_bytes;
    uint64_t constant_bytes; /* read from __constant__ arrays of more than 64 bytes */
    /* Asynchronous copies: what they load is among the global loads, and what they
       store among the shared stores; this is their part of the latter, and the bytes
       that they load: zeros are not loaded. */
    uint64_t async_requests, async_wavefronts, async_bytes;
    /* Products of fragments, by mma.sync and wmma: instructions of a warp; operations
       by the kind of the factors; and of these, those whose sums are not f32 or s32. */
    uint64_t matrix_instructions;
    uint64_t matrix_ops[EMU_ELEMENT_KINDS];
    uint64_t matrix_ops_narrow;
    /* Loads by ldmatrix, which are among the shared loads, too. */
    uint64_t ldmatrix_requests, ldmatrix_bytes;
    /* Bulk copies: instructions of a thread, and the bytes that move between L2 and
       shared memory, in whole sectors. They are not among the loads and stores. Of the
       bytes loaded, those by tensor maps. */
    uint64_t bulk_requests, bulk_load_bytes, bulk_store_bytes, tensor_load_bytes;
    /* wgmma: its part of the matrix instructions; passes through shared memory for its
       factors, also not among the loads; and its part of the matrix operations. */
    uint64_t wgmma_instructions, wgmma_wavefronts, wgmma_ops[EMU_ELEMENT_KINDS];
    /* Of these, of 8-bit floats, whose sums keep fewer bits than FP32: those by which a
       sum takes up more than PROBE_PROMOTED products. */
    uint64_t wgmma_ops_unpromoted;
    /* Tiles that asynchronous copies fill, summed over the times that a block begins to
       work on one: those whose copies are in flight then. */
    uint64_t tiles_in_flight;
    /* Warps that copy asynchronously from global to shared memory; warps that multiply
       by matrix instructions; and those that do both. */
    uint64_t warps_copying, warps_multiplying, warps_both;
    /* Instructions of single threads on the special function unit: exponentials and so
       on. Those that a warpgroup executes between two groups of wgmma are a softmax;
       and the softmaxes that run while another warpgroup multiplies, because barriers
       give turns. A warpgroup's first softmax and its last one do not count. */
    uint64_t specials, softmaxes, softmaxes_in_turn;
};

/* Accesses to one array, counted as above; those of bulk copies, too: each row of a
   copy is a request. */
struct array_accesses {
    uint64_t requests, sectors, bytes;
    uint64_t different; /* of these bytes: each counts once per request */
};

/* The same for one array. An atomic operation is neither a load nor a store, but its
   bytes are among those loaded and those stored. */
struct array_counters {
    struct array_accesses load, store, atomic;
    /* Bytes loaded from elsewhere that may be copies of its elements, or computed from
       them: of memory to which a block has stored after it had loaded from the array,
       or from such memory. Copies of the host count as loads of both. */
    uint64_t derived_bytes;
    uint64_t bytes_loaded; /* different bytes: each counts once */
    uint64_t bytes_stored;
    /* How many blocks of one launch share the loads of a column of 4 bytes: its loads,
       per load of the block that loads the most from it; of the column where that is
       least. Atomics are not counted. 0 if the width is not known, or more than
       PROBE_WIDEST. */
    double least_readers;
    uint64_t rows_stored; /* rows and columns that have a stored byte: of a wave... */
    uint64_t columns_stored; /* ...alone, else 0. 0 if the width is not known, either */
};

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

/* A place in the program, and the thread or launch there. */
struct probe_place {
    char file[256]; /* as it was given to the compiler */
    int line;
    char who[160]; /* "thread (0,0) of block (2,0) of naive", "" if it is not known; of
                      a launch: "naive, 2 x 3 blocks of 32 x 32 threads" */
    struct probe_who by; /* the same as data; of a launch, only the kernel */
};

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
enum { PROBE_ARRAYS = 8, PROBE_WIDEST = 1 << 16 };
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

/* What some blocks of a launch do with asynchronous copies: sums over these blocks. A
   tile is what one wait of a thread completes. */
struct pipeline_counts {
    uint64_t blocks;       /* of the launch... */
    uint64_t watched;      /* ...and those that were watched */
    uint64_t loaded_bytes; /* from global memory... */
    uint64_t copied_bytes; /* ...by asynchronous copies... */
    uint64_t copied_in_16; /* ...of 16 bytes each */
    uint64_t tiles;        /* that were read, summed over threads */
    uint64_t tiles_ahead; /* of these, those that are first read while the copies of the
                             next two are in flight, as far as there are so many */
    uint64_t waits;       /* tiles of the block: of the thread that has the most, or if
                             threads copy in turn, of all */
    uint64_t barriers;    /* before the last tile is first read */
    uint64_t words;       /* that warps load from shared memory, each word once per warp
                             between two barriers */
};

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
