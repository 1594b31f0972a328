/* Faults, as they are found; detect/words.c turns them into words. */
#ifndef EMU_FAULT_H
#define EMU_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "probe.h"

struct worker;

enum detail {
    DETAIL_NONE,
    DETAIL_NULL,      /* OUT_OF_BOUNDS: near address 0 */
    DETAIL_HOST,      /* OUT_OF_BOUNDS: memory of the host */
    DETAIL_VARIABLE,  /* OUT_OF_BOUNDS: past or before a __device__ variable... */
    DETAIL_READ_ONLY, /* ...or a write to one that kernels cannot write */
    DETAIL_EXITED,    /* BARRIER: the other thread, of the same warp, has ended */
    DETAIL_ELSEWHERE, /* BARRIER: the other thread waits at another one */
    DETAIL_BELOW,     /* OUT_OF_BOUNDS: before all of shared memory */
    DETAIL_WARP,      /* BARRIER: the other thread waits in a warp operation */
    DETAIL_GRID,      /* BARRIER: the other block has ended */
    DETAIL_DIVISION,  /* CRASH: by zero */
    DETAIL_STACK,     /* CRASH: it overflowed */
    DETAIL_CALL,      /* CRASH: a call that cannot be */
    DETAIL_UNDEFINED, /* CRASH: g++ has left out what comes here */
    DETAIL_BLOCKS     /* RACE: the other thread is of another block */
};

struct fault_record {
    enum fault_kind kind;
    enum detail detail;
    uint64_t block, other_block; /* linear index: the lowest is reported */
    uintptr_t pc, other_pc;
    uint32_t thread, other_thread; /* linear index in the block */
    uint64_t offset;               /* of the access, as in the log; or an address */
    uint32_t size;
    bool write, other_write;
    bool with_atomic; /* RACE: one of the two is an atomic operation */
    bool failed_assertion;
    uint64_t epoch; /* of the worker, if it is not the one in which it is recorded */
    char text[160]; /* CRASH: what the thread does */
};

/* The running thread's, with its block and thread filled in. */
struct fault_record emu_fault_here(enum fault_kind kind, uintptr_t pc);

/* Note a fault, and go on. */
void emu_fault_record(struct worker *w, const struct fault_record *f);
/* Note it, and end the running block: the thread cannot go on. */
_Noreturn void emu_fault_abandon(struct worker *w, const struct fault_record *f);
/* A CRASH at pc, of a running thread that `does` something. */
_Noreturn void emu_stop_at(const char *does, uintptr_t pc);

/* Faults of the launch that runs or ran last, so far. */
unsigned long emu_faults(void);

#endif
