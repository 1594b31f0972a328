/*
 * What one warp of a kernel does in its loop, as instructions of an SM. estimate.c
 * makes it of the accesses that a warp makes, nvcc.c of the program that nvcc makes.
 * All warps of a block run the same.
 */
#ifndef EMU_PROGRAM_H
#define EMU_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "sequence.h"

enum unit {
    UNIT_NONE,    /* takes an issue slot, and no more */
    UNIT_FMA,     /* FP32: either half of its pipe */
    UNIT_INTEGER, /* products of integers: one half of that pipe */
    UNIT_LOGIC,   /* other integers: a pipe of its own, as wide as such a half */
    UNIT_MEMORY,  /* the pipe to L1 and shared memory */
    UNIT_MATRIX,  /* a tensor core: each scheduler has one */
    UNIT_COPY,    /* the same, for an asynchronous copy: its warp goes on */
    UNIT_BARRIER  /* of the block */
};

enum { NO_SLOT = 7, SLOTS = 6 /* scoreboards of a warp */ };

struct instruction {
    uint8_t unit;
    uint8_t stall;    /* cycles until the warp's next instruction, at least */
    uint8_t sets;     /* the scoreboard that is busy until its result is there... */
    uint8_t frees;    /* ...or until its operands are read; NO_SLOT: none */
    uint8_t waits;    /* for these scoreboards: a bit each */
    uint8_t reads[2]; /* registers that it reads in each of two banks */
    bool commits;     /* the copies so far are a group */
    bool global;      /* it loads from global memory */
    int8_t leaves;    /* groups that may be in flight; below 0: it does not wait */
    float pipe;       /* cycles of the pipe: wavefronts or lines; of a tensor core */
    float latency;    /* cycles from there to the result */
};

struct program {
    struct instruction *at;
    int n;
    int warps;     /* of a block */
    double passes; /* of a warp through these instructions, in its life */
};

/* sm.c: cycles of an SM per pass of `blocks` blocks. */
double emu_sm_cycles(const struct program *p, int blocks);

/* The steps of a few iterations of a kernel's loop, from barrier to barrier. */
struct loop {
    struct step *step; /* NULL: there is no loop; else for free() */
    int n;
    int barriers; /* among them; 0: the loop has none */
};
/* estimate.c: those of a sequence. */
struct loop emu_loop_of(const struct sequence *s);
/* How many of them are of a kind. */
double emu_steps(const struct loop *l, enum step_kind kind);

/* What a warp does in one pass, and how long memory takes. */
struct work_of_warp {
    double fmas;             /* of all passes */
    double loads;            /* from global memory, of all passes */
    double barriers;         /* of all passes */
    double products;         /* cycles of a tensor core, of all passes */
    double load_lines;       /* cycles of the pipe per global load... */
    double wavefronts;       /* ...shared load... */
    double store_wavefronts; /* ...and shared store */
    double latency;          /* cycles of a global load, beyond the pipe */
    double in_flight;        /* tiles of asynchronous copies, while one is used */
};
/* The program that nvcc is likely to make of a loop; n is 0 if there is none. Its
   instructions are for free(). */
struct program emu_estimate(const struct loop *loop, const struct work_of_warp *w,
                            int warps);
/* nvcc.c: registers per thread of the kernel that has such a loop, as EMU_CUBIN shows;
   0: not known. */
int emu_nvcc_registers(const char *kernel, const struct loop *loop);
/* The program that nvcc has made of it, as EMU_CUBIN shows; false if that is
   not known. */
bool emu_nvcc_program(const char *kernel, const struct loop *loop,
                      const struct work_of_warp *w, int warps, struct program *to);

#endif
