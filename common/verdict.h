/*
 * The verdict: the one word that a run ends with, and what led to it.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "probe.h"

enum verdict {
    VERDICT_PASS,
    VERDICT_INCOMPLETE,
    VERDICT_COMPILE_ERROR,
    VERDICT_WRONG,
    VERDICT_OUT_OF_BOUNDS,
    VERDICT_MISALIGNED,
    VERDICT_UNINITIALIZED,
    VERDICT_RACE,
    VERDICT_BARRIER,
    VERDICT_TIMEOUT,
    VERDICT_CRASH,
    VERDICT_TECHNIQUE,
    /* under grading alone: */
    VERDICT_FORBIDDEN,
    VERDICT_MEMORY,
    VERDICT_OUTPUT
};

/* How far a check came: a stage holds if it and all before it do. docs/grading.md says
   what each asks. */
enum stage {
    STAGE_NONE,
    STAGE_COMPILES,
    STAGE_ALIGNED, /* right wherever M, N and K are multiples of the lab's tile */
    STAGE_RAGGED,  /* right on every shape */
    STAGE_SAFE,    /* and without a fault */
    STAGE_TECHNIQUE
};

/* What a run found: plain text and numbers, so that it can be copied whole. */
struct finding {
    enum verdict verdict;
    enum stage stage;   /* of a check, the last that holds, or may: see stages.h */
    char file[256];     /* where in the kernel's source, "" if unknown */
    int line;           /* 0 if unknown */
    char what[1024];    /* what happened, "" if there is nothing to say */
    char map[1024];     /* of wrong elements, line by line, "" likewise */
    char when[256];     /* in which call, "" likewise */
    char remedy[512];   /* what to try, "" likewise */
    unsigned long more; /* faults after this one */
};

/* The word, such as "OUT_OF_BOUNDS". Cannot fail. */
const char *verdict_word(enum verdict v);

/* Copy a fault into *f, its words unchanged; f->when stays. Cannot fail. */
void verdict_of_fault(struct finding *f, const struct fault *fault);

/* Print what the finding has to say, a few lines, to standard output. */
void verdict_explain(const struct finding *f);

/* Print the last line of a run, "lab03: RACE labs/03_smem/kernel.cu:41", to standard
   output, and return the exit status: 0 for a pass, else 1. `lab` is the folder's
   name, such as "03_smem". */
int verdict_close(const char *lab, const struct finding *f);

#endif
