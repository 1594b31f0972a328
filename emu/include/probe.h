/*
 * What a run tells beyond its result: faults, counters, and where its times come
 * from. The CPU emulator implements all of it (emu/api/probe.c); beside a
 * real GPU, common/device/probe_gpu.c answers "not known". The linker chooses.
 */
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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
    FAULT_UNSEEN /* an access that no hook announced: see probe_witness() */
};

/* Who in a launch: kernel is "" if that is not known. */
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
    char what[512];     /* what happened, where, to whom: one sentence, no full stop */
    char remedy[256];   /* what to look at next: one sentence, no full stop */
    unsigned long more; /* faults found after it */
    const void
        *address; /* OUT_OF_BOUNDS in device memory: what was touched, else NULL */
    struct probe_who who;         /* had it */
    struct probe_element element; /* that was touched, or the first of several */
};

/*
 * Sums over every launch since probe_reset(), as Nsight Compute defines them. A
 * request is one memory instruction of one warp; a sector is 32 bytes of global
 * memory; a wavefront is one pass through the 32 banks of shared memory. Bytes are
 * what the threads asked for, before any merging.
 */
struct counters {
    uint64_t global_load_requests, global_load_sectors, global_load_bytes;
    uint64_t global_store_requests, global_store_sectors, global_store_bytes;
    uint64_t global_bytes_in_16; /* of the bytes above, those in 16-byte accesses */
    uint64_t shared_load_requests, shared_load_wavefronts, shared_load_bytes;
    uint64_t shared_store_requests, shared_store_wavefronts, shared_store_bytes;
    uint64_t shared_ideal_wavefronts; /* were no two lanes ever in one bank's way */
    uint64_t l1_lines;                /* 128-byte lines looked up by global requests */
    uint64_t l2_read_sectors;         /* global loads that missed L1 */
    uint64_t dram_read_bytes; /* of these, those that missed L2 as well; 0: not known,
                                 of a sample of blocks, or of too many loads */
    uint64_t l2_write_sectors;
    uint64_t barriers; /* __syncthreads(), counted once a warp */
    /* How often blocks wait for a tile that they copy, and then for one another; fetch
       one ahead, while they work; wait for other global loads, all that are on their
       way; and begin, after a barrier, to read shared memory. */
    uint64_t tiles, tiles_ahead, rounds, shared_rounds;
    uint64_t dram_bytes; /* between DRAM and L2, modelled */
    uint64_t launches, blocks, threads;
    uint64_t accesses; /* of single threads, to global and shared memory */
    /* Atomic operations on global memory: neither loads nor stores. */
    uint64_t atomic_requests, atomic_sectors, atomic_bytes;
    uint64_t constant_bytes; /* read from __constant__ arrays of more than 64 bytes */
};

/* How many blocks of a launch an SM of the modelled GPU has at a time. */
struct occupancy {
    unsigned threads;      /* a block */
    uint64_t shared_bytes; /* a block */
    int registers;         /* a thread... */
    bool estimated;        /* ...not by nvcc */
    int blocks;            /* an SM */
    int most_warps;        /* that an SM could have */
    const char *limit;     /* what there would have to be more of: "registers" */
};

/* Whether the program ends because this machine cannot run it, as it has said. */
bool probe_gave_up(void);

/* Whether this backend finds faults and counts at all. */
bool probe_available(void);

/* "measured" on a GPU, "modelled" on the emulator: the word for every time. */
const char *probe_source(void);

/* Read now what is read from files later: the program is about to lose its right to. */
void probe_prepare(void);

/* Until this is called with true, host code that uses the device ends the program:
   static constructors have none. No effect on a GPU. */
void probe_device(bool there);

/* Close the emulator's own memory to the host's code that is about to run, or open it
   again; in a program that is not graded (vault.h), and on a GPU, this does nothing.
   The first call is the main thread's; only it may call this. */
void probe_close(bool closed);

/* A signal was about this address: if it is of what was closed, the program ends. */
void probe_reached(const void *address);

/* Defined by the program around a graded kernel, if at all: host code has reached for
   the emulator's own memory, and the program is about to end. */
extern void probe_beyond(void) __attribute__((weak));

/* In such a program: host code was found where it has no business; the program ends by
   probe_beyond(). */
void probe_trespass(void) __attribute__((noreturn));

/* In such a program, a call of the runtime goes through a gate, which notes here where
   it comes from; else 0. (grade/guard.S) */
extern __thread uintptr_t emu_gate_return;

/* From now on verify of some turns of the kernels' warps, drawn by `seed`, that a hook
   has announced each access to device and shared memory; one that was not is
   FAULT_UNSEEN. 0: no more. No effect on a GPU. */
void probe_witness(uint64_t seed);

/* Forget faults and counters; both start from nothing. From the first call on, a fault
   is only told by probe_fault(); before it, it is printed to stderr as well. */
void probe_reset(void);

/* The first fault since the reset: true and *f filled, or false if there is none. */
bool probe_fault(struct fault *f);

/* The first call or launch since the reset that the runtime refused, and why: true and
 *f filled, its kind FAULT_NONE; false if there is none, or it is not known. */
bool probe_refused(struct fault *f);

/* Where something is in the program, and in the last launch. */
struct probe_place {
    char file[256]; /* as it was given to the compiler */
    int line;
    char who[160]; /* "thread (0,0) of block (2,0) of naive", "" if it is not known; of
                      a launch: "naive, 2 x 3 blocks of 32 x 32 threads" */
    struct probe_who by; /* the same as data; of a launch, the kernel alone */
};

/* Who was the last to write the float in device memory that `p` is in, since the reset:
   of several blocks, the last in the order of blocks. False if that is not known. */
bool probe_writer(const void *p, struct probe_place *place);

/* The last launch since the reset, and where it is in the host's code. False if there
   was none, or it is not known. */
bool probe_launch(struct probe_place *place);

/* The source line of a code address of this program, if it is the learner's: false for
   the emulator's own code, the C library's, or where it is not known. */
bool probe_line(const void *code, char *file, size_t size, int *line);

/* Counters since the reset; all zero where probe_available() is false. */
void probe_counters(struct counters *c);

/* The most bytes of its stack that a kernel's thread had in use since the reset: its
   local arrays, and little more. 0 where it is not known. */
uint64_t probe_stack(void);

/* From now on run only about `blocks` blocks of each grid, evenly spread, and scale
   the counters and times to the whole grid; 0 runs every block. No effect on a GPU. */
void probe_sample(unsigned blocks);

/* Tell the model how many floating-point operations each launch to come does, 2*M*N*K
   for a product: counters see memory, not arithmetic. No effect on a GPU. */
void probe_flops(double flops);

/* From now on stop a launch that has used `seconds` of processor time, as
   FAULT_TIMEOUT; 0 lets it run on. No effect on a GPU. */
void probe_timeout(double seconds);

/* The occupancy of the last launch: true and *o filled; false on a GPU. */
bool probe_occupancy(struct occupancy *o);

/* What bounded the last launch, in words, such as "shared-memory wavefronts"; "" where
   it is not known. The text is valid until the next launch. */
const char *probe_bottleneck(void);

/* A matrix that a trace knows by name: rows x cols floats in device memory. */
struct probe_matrix {
    const char *name;
    const float *start;
    int rows, cols;
};

/* From now on remember the memory requests of one block of each launch, the one in the
   middle of its grid, and what each costs. The n matrices are copied, 4 at most; their
   names are not. No effect on a GPU. */
void probe_trace(const struct probe_matrix *matrices, int n);

/*
 * Write what was remembered as TSV, a header row and a row a request, and forget it; a
 * fault of a write stays in ferror(out). Before the header, lines that begin with
 * "# code FILE:LINE: " hold the source lines that can be read. The columns:
 *   launch, warp  from 1, and in the block from 0
 *   step, steps   the request's number in its warp, from 1, of so many
 *   file, line    where the instruction comes from
 *   op, space     load, store or atomic; global or shared
 *   array         a matrix's name, a shared array's, or "memory"
 *   rows, cols    of a matrix, else "-"
 *   size          bytes a lane; loads: how many loads of the source nvcc makes this one
 *   cost          sectors, or wavefronts, as the counters count them
 *   base          the array's first byte: its address modulo 128
 *   offset        bytes from there, a number a lane with commas between; "-" where the
 *                 lane takes no part
 *   turn          shared: which lanes are served together have equal numbers; else "-"
 * Shared loads that nvcc makes one are one row. On a GPU nothing is written.
 */
void probe_trace_write(FILE *out);

/*
 * For a debugger: a program runs the same launches twice, with EMU_THREADS=1, so that
 * both runs do exactly the same. The first says which thread had the fault, and at
 * which access; in the second, that thread calls emu_debug_stop() just before it, on
 * its own stack. In programs linked with a libemu.a that was compiled with -DEMU_DEBUG.
 */

/* Where the fault of the launches so far is, as text for probe_debug_await(): false if
   there was none, or it belongs to no thread. */
bool probe_debug_place(char *text, size_t size);

/* The same for the last write to this float in device memory. */
bool probe_debug_place_of_write(const void *p, char *text, size_t size);

/* Stop at that place; "fault": at any fault that a thread itself comes to. False if it
   is no such text. */
bool probe_debug_await(const char *text);

#ifdef __cplusplus
}
#endif

#endif
