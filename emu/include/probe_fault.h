/* A fault, and a place in the program: what probe.h reports of them. */
#ifndef PROBE_FAULT_H
#define PROBE_FAULT_H

#include <stdint.h>

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

/* A place in the program, and the thread or launch there. */
struct probe_place {
    char file[256]; /* as it was given to the compiler */
    int line;
    char who[160]; /* "thread (0,0) of block (2,0) of naive", "" if it is not known; of
                      a launch: "naive, 2 x 3 blocks of 32 x 32 threads" */
    struct probe_who by; /* the same as data; of a launch, only the kernel */
};

#endif
