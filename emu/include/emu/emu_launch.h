/* The interface between the code that emucc generates from a .cu file and the
   emulator's runtime. */
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

/* Two calls stay two, as two lines of the source: clang would make one of those at the
   ends of two branches. */
#ifdef __clang__
#define EMU_APART __attribute__((nomerge))
#else
#define EMU_APART
#endif

#include <stddef.h>
#include <stdint.h>

#include "../emu_element.h"
#include "vector_types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct emu_config {
    struct dim3 __grid, __block;
    size_t __shared; /* bytes of dynamic shared memory */
    void *stream;
    int cooperative;  /* blocks may wait for all others */
    uintptr_t __site; /* the place of the launch in the program; 0: the caller of
                       emu_launch() */
    struct uint3
        __cluster;  /* blocks of a cluster; x is 0: the kernel says it, or none */
    int __overlaps; /* blocks may start before the kernel before has ended */
};

/* An argument of a launch. */
struct emu_argument {
    uint64_t __address; /* the value of a pointer, else 0 */
    uint32_t __element; /* bytes of what it points to */
    int is_const;       /* points to const */
    const void *__at;   /* the argument, of so many bytes */
    uint32_t __bytes;
};

/* A kernel that programs launch by its address: emu_launch_kernel.hpp. */
struct emu_kernel {
    struct emu_kernel *__next;
    const void *__address;
    const char *name;
    int (*__launch)(const struct emu_kernel *__kernel,
                    const struct emu_config *__config, void **__arguments);
};

/* An array: the bytes of an element, and if rank is not 0, the extents of up to three
   dimensions. */
struct emu_shape {
    uint32_t __element, __rank, __extent[3];
};

/* A member of a struct; a table of them ends with one without a name. */
struct emu_member {
    const char *__name;
    uint32_t __offset, __bytes;
    struct emu_shape __shape;
    const struct emu_member *(*__members)(void); /* of the elements; NULL: no struct */
};

/* The running thread views dynamic shared memory as structs of so many bytes, by a
   pointer of this name, which may be "". */
void emu_shared_view(const struct emu_member *(*__members)(void), uint32_t __bytes,
                     const char *__name);

/*
 * Run `run(closure)` once for every thread of the grid, and return when all are done;
 * or keep it for a graph, with a copy of the closure's bytes and of the arguments.
 * kernel and arguments are the launch's text, values the arguments themselves. A wrong
 * configuration or a fault becomes the CUDA error that a GPU would return, by
 * cudaGetLastError().
 */
void emu_launch(const struct emu_config *__config, void (*__run)(void *),
                void *__closure, size_t __closure_bytes, const char *__kernel,
                const char *__arguments, const struct emu_argument *__values,
                int __n_values);

/* The return address of this call. */
uintptr_t emu_place(void);

/* Every kernel begins with `if (emu_enter()) return;`: the emulator calls the kernel
   once to get its address. */
int emu_enter(void);
/* A kernel with __cluster_dims__ begins with this call instead. */
int emu_enter_cluster(unsigned x, unsigned y, unsigned z);
/* The kernel's __launch_bounds__; after emu_enter() has said yes. Returns 1. */
int emu_enter_bounds(unsigned __threads);

/* ---- Functions for kernels. If one fails, it is a fault that stops the thread. */

/* threadIdx, blockIdx, blockDim, gridDim of the running thread, packed: x in bits 0 to
   31, y in 32 to 47, z in 48 to 63. They do not change while a kernel runs. */
uint64_t emu_thread_idx(void) __attribute__((const));
uint64_t emu_block_idx(void) __attribute__((const));
uint64_t emu_block_dim(void) __attribute__((const));
uint64_t emu_grid_dim(void) __attribute__((const));

EMU_APART void emu_syncthreads(void);
/* __syncthreads(), and the number of threads for which predicate is not 0. */
int emu_syncthreads_count(int __predicate);
/* grid.sync() of cooperative groups; true if the launch allows it. */
void emu_grid_sync(void);
int emu_grid_valid(void);
/* Clusters: barrier.cluster.arrive and wait. The place of the running block in its
   cluster, of its cluster in the grid, and the numbers of blocks and clusters. */
void emu_cluster_arrive(int __relaxed);
void emu_cluster_wait(void);
struct emu_cluster_place {
    struct uint3 __block, __blocks, __cluster, __clusters;
    unsigned __rank, size;
};
struct emu_cluster_place emu_cluster_place(void);
/* The place of p, in the shared memory of a block of the cluster, in that of the block
   with this rank. The rank of the block whose shared memory has p. */
void *emu_cluster_map(const void *__p, unsigned __rank);
unsigned emu_cluster_rank_at(const void *__p);

/* __threadfence(): the kernel orders its blocks itself. */
void emu_race_fence(void);
/* Any fence of a thread: it orders the threads of its block, by atomic operations
   before it and after it. */
void emu_thread_fence(void);

/* The running block's dynamic shared memory: the memory of `extern __shared__`. */
extern __thread char emu_shared_dynamic[];

/* Warp operations: each lane in mask gives a value and takes one. */
enum emu_collective {
    EMU_SYNC,
    EMU_SHFL_IDX,
    EMU_SHFL_UP,
    EMU_SHFL_DOWN,
    EMU_SHFL_XOR,
    EMU_BALLOT,
    EMU_ACTIVE,   /* the lanes that are at this place now, without a mask */
    EMU_TOGETHER, /* value: a struct emu_together's address */
    EMU_ALONE     /* one lane: its earlier accesses take effect */
};
/* argument: source lane, delta or lane mask; in its bits 8 up, the shuffle's width. */
uint64_t emu_warp(enum emu_collective __op, uint32_t __mask, uint64_t value,
                  int __argument);

/* A collective operation of a warp: when all lanes have arrived, run() is called once
 * with each lane's struct, NULL for lanes that take no part. This is the first member
 * of a lane's struct. */
struct emu_together {
    void (*__run)(struct emu_together *const *__lanes);
    /* Not 0: an instruction that all 32 lanes execute at one place, and its kind. */
    uint64_t __aligned;
};

/* ---- Barriers beside __syncthreads(). */

/* bar.sync, bar.arrive and bar.red of barrier 0 to 15, for so many threads; 0: for all
   of the block. Returns for how many threads the predicate is true. */
enum emu_bar_kind { EMU_BAR_SYNC, EMU_BAR_ARRIVE };
EMU_APART int emu_bar(enum emu_bar_kind __kind, unsigned id, unsigned __threads,
                      int __predicate);

/* mbarrier objects. arrive returns a state. wait returns 0 if the phase of the state,
   or the one of this parity, is not complete, which may take a while. */
void emu_mbarrier_init(void *__p, unsigned __count);
void emu_mbarrier_inval(void *__p);
uint64_t emu_mbarrier_arrive(void *__p, unsigned __count, int __may_complete,
                             int __drops);
unsigned emu_mbarrier_pending(uint64_t __state);
/* The phase waits for so many bytes of bulk copies, too; so many have come. */
void emu_mbarrier_expect(void *__p, unsigned bytes);
void emu_mbarrier_complete(void *__p, unsigned bytes);
int emu_mbarrier_wait(void *__p, uint64_t __state_or_parity, int __by_parity);
/* The arrival of the thread's asynchronous copies when they are complete. counts: it is
   one of the expected ones. */
void emu_copy_arrive(void *__p, int __counts);

/* Before an operation on p that releases; after one that acquires. */
void emu_release(const void *__p);
void emu_acquire(const void *__p);

/* ---- Inline PTX: emu_ptx.hpp. */

/* Where the running block's shared memory begins: a multiple of 1024 from which the
   addresses of the shared state space count. The address there of p, in shared memory
   of the cluster; the reverse. True if p is in shared memory of the block; of its
   cluster; in device memory. */
uintptr_t emu_shared_window(void);
uint32_t emu_shared_address(const void *__p);
void *emu_shared_at(uint32_t __address);
int emu_is_shared(const void *__p);
int emu_is_shared_of_cluster(const void *__p);
int emu_is_global(const void *__p);

/* ldmatrix and stmatrix of n 8 x 8 matrices of 2-byte elements, one register each. Lane
   8 j + i gives the address of row i of matrix j. trans: matrices are transposed. */
void emu_ldmatrix(void *const __to[], int __n, int __trans, const void *__row);
void emu_stmatrix(void *__row, void *const __from[], int __n, int __trans);

/* mma.sync of shape m16n8k. The registers of each lane are those of the PTX ISA. */
struct emu_mma_shape {
    int __k;
    enum emu_element_kind __of, __of_b, __d, __c; /* of: a */
    int __saturates; /* S32 sums stay at the largest and smallest int */
};
/* Of wmma: a warp has made these products, as so many mma.sync of 16 x 8. */
void emu_matrix(enum emu_element_kind __of, enum emu_element_kind __sums,
                int __instructions, long __operations);
void emu_mma(const struct emu_mma_shape *__shape, void *const __d[], void *const __a[],
             void *const __b[], void *const __c[]);

/* Bulk copies: copy/bulk.h. Of a box of an array that a tensor map describes, from its
   first element; or of bytes in a row. The bytes of a load count for the mbarrier.
   ranks: the blocks of the cluster that get it, one bit each, all at the same place,
   and each for its own mbarrier; 0: the one that the addresses belong to. A thread
   commits its stores as a group, and waits for all of its groups but the last `prior`:
   until they are complete, or until their sources have been read. */
void emu_tensor_load(void *__shared, const void *__map, const int __at[], int __rank,
                     void *__mbarrier, unsigned __ranks);
void emu_tensor_store(const void *__map, const int __at[], int __rank,
                      const void *__shared);
void emu_bulk_load(void *__shared, const void *__global, unsigned bytes,
                   void *__mbarrier, unsigned __ranks);
void emu_bulk_store(void *__global, const void *__shared, unsigned bytes);
void emu_bulk_commit(void);
void emu_bulk_wait(unsigned __prior, int __only_read);
/* fence.proxy.async; fence.mbarrier_init */
void emu_proxy_fence(void);
void emu_init_fence(void);
/* griddepcontrol.wait */
void emu_kernel_before_wait(void);

/* wgmma of shape m64n: d = a b, or d += a b if it adds. a is a descriptor of shared
   memory, or 4 registers if they are not NULL; b is a descriptor. */
struct emu_wgmma_shape {
    int __n;
    enum emu_element_kind __of, __of_b, __d; /* of: a */
    int __trans_a, __trans_b; /* elements along M or N are contiguous, not along K */
    int __negate_a, __negate_b;
};
void emu_wgmma(const struct emu_wgmma_shape *__shape, void *const __d[], int __adds,
               uint64_t __a, void *const __a_registers[], uint64_t __b);
void emu_wgmma_fence(void);
void emu_wgmma_commit(void);
void emu_wgmma_wait(unsigned __prior);

/* setmaxnreg.inc or .dec: each thread of the warp shall have n registers. */
void emu_setmaxnreg(int __inc, unsigned __n);
/* What the kernel says of itself at its start: of __launch_bounds__(threads, blocks), 0
   if it has no second number; of __maxnreg__(registers). */
void emu_note_bounds(unsigned __threads, unsigned __blocks, unsigned __registers);

/* Atomic operations on n-byte integers (2, 4 or 8) in device or shared memory: apply
   compute(old, operand), again if another thread changed the bits; return the old
   bits. */
uint64_t emu_atomic(void *__address, int __n, uint64_t __operand,
                    uint64_t (*__compute)(uint64_t __old, uint64_t __operand));
uint64_t emu_atomic_cas(void *__address, int __n, uint64_t __expected,
                        uint64_t __desired);

/* Asynchronous copies of 4, 8 or 16 bytes to shared memory, of which the last `zeros`
 * bytes become 0: begin a copy, close a batch, wait until all batches except the last
 * `prior` are complete. */
void emu_copy_async(void *__to, const void *__from, size_t bytes, size_t __zeros);
void emu_copy_commit(void);
void emu_copy_wait(size_t __prior);

/* malloc() and free(): in a kernel, on the device's heap. */
void *emu_malloc(size_t bytes);
void emu_free(void *__pointer);
/* operator new, for a program whose kernels use it: rewrite_heap.c. */
void *emu_new(size_t bytes);

/* A library will read these words of a struct: its padding is no unset memory. */
void emu_padding(const void *__start, uint64_t __bytes);
/* The thread ends: PTX's exit. */
void emu_thread_exit(void) __attribute__((__noreturn__));
/* Stop the thread by a CRASH; `does` is what it does, such as "stops itself with
   __trap()". */
void emu_stop(const char *__does) __attribute__((__noreturn__));
/* A kernel uses index i of a local array of n elements. */
void emu_outside(long long __i, size_t __n, const char *__name)
    __attribute__((__cold__, __noreturn__));
/* Let other threads run. */
void emu_pause(void);
/* __ldg() will load n bytes: what no thread stores while the kernel runs. */
void emu_read_only(const void *__p, size_t __n);
/* The running thread executes an instruction on the special function unit. */
void emu_special(void);
/* A number that increases with every call in a block; on the host, 0. */
long long emu_ticks(void);
/* clock(): in a kernel emu_ticks(), on the host its own. */
long emu_clock_or_ticks(void);
/* printf(): in a kernel, printed after the launch, block by block. */
int emu_printf(const char *__format, ...) __attribute__((__format__(__printf__, 1, 2)));

/* ---- Arithmetic in a rounding mode other than to nearest. */
enum emu_rounding { EMU_NEAREST, EMU_ZERO, EMU_UP, EMU_DOWN };
enum emu_operation { EMU_ADD, EMU_MULTIPLY, EMU_DIVIDE, EMU_FMA, EMU_SQRT };
float emu_round_float(enum emu_operation __op, enum emu_rounding __mode, float __a,
                      float __b, float __c);
double emu_round_double(enum emu_operation __op, enum emu_rounding __mode, double __a,
                        double __b, double __c);
float emu_int_to_float(enum emu_rounding __mode, long long __a);
float emu_unsigned_to_float(enum emu_rounding __mode, unsigned long long __a);
float emu_double_to_float(enum emu_rounding __mode, double __a);
double emu_int_to_double(enum emu_rounding __mode, long long __a);
double emu_unsigned_to_double(enum emu_rounding __mode, unsigned long long __a);

#ifdef __cplusplus
}
#endif

#endif
