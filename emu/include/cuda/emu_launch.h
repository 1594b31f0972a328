/* Between the code that emucc makes of a .cu file and the emulator's runtime. */
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#include "vector_types.h"

#ifdef __cplusplus
extern "C" {
#endif

struct emu_config {
    struct dim3 grid, block;
    size_t shared; /* bytes of dynamic shared memory */
    void *stream;
    int cooperative; /* blocks may wait for all others */
    uintptr_t site; /* where the program launches it; 0: where emu_launch() is called */
};

/* An argument of a launch. */
struct emu_argument {
    uint64_t address; /* if it is a pointer, else 0 */
    uint32_t element; /* bytes of what it points to */
    int is_const;     /* points to const */
};

/* An array: the bytes of an element, and how many of them there are, if rank is not 0,
   in each dimension up to the third. */
struct emu_shape {
    uint32_t element, rank, extent[3];
};

/*
 * Run `run(closure)` once for every thread of the grid, and return when all are done.
 * kernel and arguments are the launch's text, values the arguments themselves. A bad
 * configuration or a fault becomes the CUDA error that the GPU would give, found by
 * cudaGetLastError().
 */
void emu_launch(const struct emu_config *config, void (*run)(void *), void *closure,
                const char *kernel, const char *arguments,
                const struct emu_argument *values, int n_values);

/* The place that calls it. */
uintptr_t emu_place(void);

/* Every kernel begins with `if (emu_enter()) return;`: the emulator calls it once to
   learn its address. */
int emu_enter(void);

/* ---- What a kernel may call. It cannot fail but by a fault that stops the thread. */

/* threadIdx, blockIdx, blockDim, gridDim of the running thread, packed: x in bits 0 to
   31, y in 32 to 47, z in 48 to 63. They do not change while a kernel runs. */
uint64_t emu_thread_idx(void) __attribute__((const));
uint64_t emu_block_idx(void) __attribute__((const));
uint64_t emu_block_dim(void) __attribute__((const));
uint64_t emu_grid_dim(void) __attribute__((const));

void emu_syncthreads(void);
/* __syncthreads(), and the number of threads for which predicate is not 0. */
int emu_syncthreads_count(int predicate);
/* grid.sync() of cooperative groups; and whether the launch allows it. */
void emu_grid_sync(void);
int emu_grid_valid(void);
/* __threadfence(): the kernel orders its blocks itself. */
void emu_race_fence(void);

/* The running block's dynamic shared memory: what `extern __shared__` names. */
extern __thread char emu_shared_dynamic[];

/* Warp operations: each lane in mask gives a value and takes one. */
enum emu_collective {
    EMU_SYNC,
    EMU_SHFL_IDX,
    EMU_SHFL_UP,
    EMU_SHFL_DOWN,
    EMU_SHFL_XOR,
    EMU_BALLOT,
    EMU_ACTIVE,  /* the lanes that are at this place now: they need not name a mask */
    EMU_TOGETHER /* value: a struct emu_together's address */
};
/* argument: source lane, delta or lane mask; in its bits 8 up, the shuffle's width. */
uint64_t emu_warp(enum emu_collective op, uint32_t mask, uint64_t value, int argument);

/* What the lanes of a warp do together: when all have come, run() is called once, with
   each lane's struct, NULL for lanes that take no part. The first member of what a lane
   passes on. */
struct emu_together {
    void (*run)(struct emu_together *const *lanes);
};

/* Atomic operations on n-byte integers (2, 4 or 8) in device or shared memory: apply
   compute(old, operand) until no other thread came between; return the old bits. */
uint64_t emu_atomic(void *address, int n, uint64_t operand,
                    uint64_t (*compute)(uint64_t old, uint64_t operand));
uint64_t emu_atomic_cas(void *address, int n, uint64_t expected, uint64_t desired);

/* Asynchronous copies of 4, 8 or 16 bytes to shared memory, of which the last `zeros`
   bytes become 0: begin one, close a batch of them, wait until all but the last
   `prior` batches have landed. */
void emu_copy_async(void *to, const void *from, size_t bytes, size_t zeros);
void emu_copy_commit(void);
void emu_copy_wait(size_t prior);

/* malloc() and free(): in a kernel those of the device's heap. */
void *emu_malloc(size_t bytes);
void emu_free(void *pointer);
/* operator new, for a program whose kernels use it: rewrite_heap.c. */
void *emu_new(size_t bytes);

/* Stop the thread: it `does`, such as "stops itself with __trap()". */
void emu_stop(const char *does) __attribute__((noreturn));
/* Let others go on. */
void emu_pause(void);
/* A number that is higher at every call in a block; on the host, 0. */
long long emu_ticks(void);
/* clock(): in a kernel emu_ticks(), on the host its own. */
long emu_clock_or_ticks(void);
/* printf(): in a kernel, printed after the launch, block by block. */
int emu_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- Arithmetic in a rounding mode other than to nearest. */
enum emu_rounding { EMU_NEAREST, EMU_ZERO, EMU_UP, EMU_DOWN };
enum emu_operation { EMU_ADD, EMU_MULTIPLY, EMU_DIVIDE, EMU_FMA, EMU_SQRT };
float emu_round_float(enum emu_operation op, enum emu_rounding mode, float a, float b,
                      float c);
double emu_round_double(enum emu_operation op, enum emu_rounding mode, double a,
                        double b, double c);
float emu_int_to_float(enum emu_rounding mode, long long a);
float emu_unsigned_to_float(enum emu_rounding mode, unsigned long long a);
float emu_double_to_float(enum emu_rounding mode, double a);
double emu_int_to_double(enum emu_rounding mode, long long a);
double emu_unsigned_to_double(enum emu_rounding mode, unsigned long long a);

#ifdef __cplusplus
}
#endif

#endif
