/* What warp 0 of one block does, in its order: the model makes a program of it. */
#ifndef EMU_SEQUENCE_H
#define EMU_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

enum step_kind {
    STEP_LOAD,        /* from global memory */
    STEP_STORE,       /* to global memory, or an atomic operation */
    STEP_SHARED_LOAD, /* loads that nvcc merges are one step */
    STEP_SHARED_STORE,
    STEP_COPY,   /* an asynchronous copy of 4, 8 or 16 bytes per lane */
    STEP_MATRIX, /* a matrix instruction, which the warp waits for */
    STEP_BARRIER
};

struct step {
    enum step_kind kind;
    uint8_t size;  /* bytes per lane */
    uint8_t words; /* loads of the source that nvcc merges into it; 1: none */
    bool apart;    /* other loads come between these in the source: nvcc merges what
                      several iterations of a loop load */
    uintptr_t pc;
};

struct sequence {
    const struct step *step;
    int steps; /* 0: nothing is known */
};

#endif
