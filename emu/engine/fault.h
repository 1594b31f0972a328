/* Faults as they are found; detect/words.c makes the text. */
#ifndef EMU_FAULT_H
#define EMU_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probe.h"

struct launch;
struct worker;

enum detail {
    DETAIL_NONE,
    DETAIL_NULL,      /* OUT_OF_BOUNDS: near address 0 */
    DETAIL_HOST,      /* OUT_OF_BOUNDS: memory of the host */
    DETAIL_SYMBOL,    /* OUT_OF_BOUNDS: the host's variable for a __device__ one */
    DETAIL_LOCAL,     /* OUT_OF_BOUNDS: of a local array: `text` */
    DETAIL_SURFACE,   /* OUT_OF_BOUNDS: of a surface: `text` */
    DETAIL_VARIABLE,  /* OUT_OF_BOUNDS: past or before a __device__ variable... */
    DETAIL_READ_ONLY, /* ...or a write to a variable that kernels cannot write */
    DETAIL_EXITED,    /* BARRIER: the other thread, of the same warp, has ended */
    DETAIL_ELSEWHERE, /* BARRIER: the other thread waits at another barrier */
    DETAIL_BELOW,     /* OUT_OF_BOUNDS: before all of shared memory */
    DETAIL_WARP,      /* BARRIER: the other thread waits in a warp operation */
    DETAIL_GRID,      /* BARRIER: the other block has ended */
    DETAIL_DIVISION,  /* CRASH: by zero */
    DETAIL_STACK,     /* CRASH: stack overflow */
    DETAIL_CALL,      /* CRASH: a call to an invalid address */
    DETAIL_UNDEFINED, /* CRASH: g++ has removed the code that should follow */
    DETAIL_BLOCKS,    /* RACE: the other thread is of another block */
    DETAIL_COPYING,   /* RACE, UNINITIALIZED: the other thread's asynchronous copy
                         is not complete, as far as this thread can know */
    DETAIL_ALIGNED,   /* BARRIER: `text`; an instruction for all 32 lanes */
    DETAIL_MISUSED,   /* BARRIER: the thread does what `text` says. The other
                         thread has initialised the barrier, or arrived first;
                         other_pc 0: unknown */
    DETAIL_BULK,      /* MISALIGNED: of a bulk copy... */
    DETAIL_TENSOR,    /* ...of a tensor copy, in shared memory... */
    DETAIL_BOX,       /* ...or its first coordinate; OUT_OF_BOUNDS: a negative one */
    DETAIL_SWIZZLE,   /* MISALIGNED: what `text` says, of two swizzles */
    DETAIL_REGISTERS, /* RACE: the thread does what `text` says, to registers */
    DETAIL_SOURCE,    /* RACE: the other thread's bulk copy still reads the bytes... */
    DETAIL_OPERAND,   /* ...or a wgmma of its warp; OUT_OF_BOUNDS: by a descriptor */
    DETAIL_PROXY,     /* RACE: the other thread has stored the bytes without a proxy
                         fence */
    DETAIL_COUNT,     /* BARRIER: the thread does what `text` says, to its number of
                         registers */
    DETAIL_CLUSTER,   /* RACE: of two blocks of a cluster, in shared memory */
    DETAIL_ENDED, /* RACE: the block to which the shared memory belongs has ended, or
                     may have... */
    DETAIL_NOT_BEGUN, /* ...or may not have begun */
    DETAIL_LEFT,      /* RACE: the thread's bulk copy, with the end of its block */
    DETAIL_BEFORE,    /* RACE: with the kernel before, which may not have ended */
    DETAIL_CACHED,    /* RACE: a load by __ldg() of what this launch has stored */
    DETAIL_DEADLOCK   /* BARRIER: no thread of the block can go on; `table` has more */
};

struct fault_record {
    const struct launch *launch; /* recording sets it; valid until the next launch */
    enum fault_kind kind;
    enum detail detail;
    uint64_t block, other_block; /* linear index; the fault of the lowest is reported */
    uintptr_t pc, other_pc;
    uint32_t thread, other_thread; /* linear index in the block */
    bool remote;     /* in shared memory of another block of the cluster... */
    uint64_t owner;  /* ...which has this linear index */
    uint64_t offset; /* of the access, as in the log; or an address */
    uint32_t size;
    bool write, other_write;
    bool copy;        /* the access is of an asynchronous copy */
    bool committed;   /* DETAIL_COPYING: the group of the thread's copy is committed */
    bool with_atomic; /* RACE: one of the two is an atomic operation */
    bool locked; /* RACE: an atomicCAS of the thread has stored, as one that takes a
                    lock */
    bool fenced; /* RACE: of two blocks, in a launch that orders its blocks by fences */
    bool failed_assertion;
    uint64_t epoch; /* of the worker; recording sets it, if it is 0 */
    bool explains; /* recording sets it: BARRIER: the block's earlier faults follow from
                      it */
    char text[160];   /* DETAIL_LOCAL, DETAIL_SURFACE; CRASH, DETAIL_MISUSED,
                         DETAIL_DEADLOCK: what the thread does */
    char table[1024]; /* DETAIL_DEADLOCK: lines */
};

/* A fault of the running thread, with block and thread filled in. */
struct fault_record emu_fault_here(enum fault_kind kind, uintptr_t pc);

/* "thread (1,0)", "block (0,2)", from the linear index in a launch. */
void emu_say_thread(const struct launch *l, char *text, size_t size, uint32_t thread);
void emu_say_block(const struct launch *l, char *text, size_t size, uint64_t block);
/* "thread (1,0) of block (0,0) of k": the running thread. */
void emu_say_running(char *text, size_t size);

/* Record a fault, and continue. */
void emu_fault_record(struct worker *w, const struct fault_record *f);
/* Record a fault, and end the running block: the thread cannot continue. */
_Noreturn void emu_fault_abandon(struct worker *w, const struct fault_record *f);
/* End the running thread by a CRASH at pc; `does` is what it does, with a verb. */
_Noreturn void emu_stop_at(const char *does, uintptr_t pc);

/* The number of faults of the current or last launch so far. */
unsigned long emu_faults(void);

#endif
