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
};

/* An argument of a launch. */
struct emu_argument {
    uint64_t address; /* if it is a pointer, else 0 */
    uint32_t element; /* bytes of what it points to */
    int is_const;     /* points to const */
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

/* threadIdx, blockIdx, blockDim, gridDim of the running thread, packed: x in bits 0 to
   31, y in 32 to 47, z in 48 to 63. They do not change while a kernel runs. */
uint64_t emu_thread_idx(void) __attribute__((const));
uint64_t emu_block_idx(void) __attribute__((const));
uint64_t emu_block_dim(void) __attribute__((const));
uint64_t emu_grid_dim(void) __attribute__((const));

void emu_syncthreads(void);
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
    EMU_BALLOT
};
/* argument: source lane, delta or lane mask; in its bits 8 up, the shuffle's width. */
uint64_t emu_warp(enum emu_collective op, uint32_t mask, uint64_t value, int argument);

/* Atomic operations on n-byte integers (4 or 8) in device or shared memory: apply
   compute(old, operand) until no other thread came between; return the old bits. */
uint64_t emu_atomic(void *address, int n, uint64_t operand,
                    uint64_t (*compute)(uint64_t old, uint64_t operand));
uint64_t emu_atomic_cas(void *address, int n, uint64_t expected, uint64_t desired);

#ifdef __cplusplus
}
#endif

#endif
