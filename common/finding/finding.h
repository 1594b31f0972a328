/*
 * A finding: what a run came to, as data. The judge fills it in; everything that a
 * learner reads is printed from it (report_print.h), and record.h writes it to a file.
 */
#ifndef FINDING_H
#define FINDING_H

#include <stdbool.h>

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

/* Named numbers, such as a call's M, N, K, alpha and beta. A name has room for a rule's
   and a function's. */
enum { FINDING_NUMBERS = 16 };
struct finding_numbers {
    int n;
    struct finding_number {
        char name[96];
        double value;
    } number[FINDING_NUMBERS];
};

/* What a run found: plain text and numbers, so that it can be copied whole. A text is
   "" where there is nothing to say. */
struct finding {
    enum verdict verdict;
    enum stage stage;   /* of a check, the last that is known to hold */
    enum stage failed;  /* the first that is known to fail; those between are not
                           finished. NONE: of a PASS, or of a kernel that did not run */
    char file[256];     /* where in the kernel's source, "" if unknown */
    int line;           /* 0 if unknown */
    char what[1024];    /* what happened */
    char map[1024];     /* of wrong elements, line by line */
    char when[256];     /* in which call, in words */
    char remedy[512];   /* what to try */
    unsigned long more; /* faults after this one */
    char message[512];  /* COMPILE_ERROR: the compiler's first error, as it wrote it */

    struct probe_who who;         /* which thread of which block of which kernel */
    struct probe_element element; /* of which array: touched, or wrong */
    struct {                      /* WRONG: of that element */
        bool known;
        double got, expected, bound;
    } values;
    struct { /* TECHNIQUE: `value` must be `relation` ("at most") `limit`; name "": none
              */
        char name[64], relation[16];
        double value, limit;
    } rule;
    struct finding_numbers counts; /* the value of each rule of technique that was
                                      judged, by its name */
    char function[64];             /* that was called; known if `when` is */
    struct finding_numbers sizes;  /* and scalars of the call; known if `when` is */
    struct finding_numbers tile;   /* it was compiled for; known if `when` is */
};

#endif
