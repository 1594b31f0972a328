/* What the server is about: the lab, its files, and the make that checks it. Set by
   main() and constant. */
#ifndef LIVE_COURSE_H
#define LIVE_COURSE_H

enum { COURSE_OBJECTS = 4 };

struct course {
    const char *lab;    /* "03_smem" */
    const char *next;   /* "04_tile1d", "" after the last one */
    const char *kernel; /* the learner's file */
    const char *record; /* of the check: docs/finding.md */
    const char
        *mine; /* how its files in results/ begin: "results/cpu-h200/labs/03_smem" */
    const char *explore; /* the target that makes the explorer, "" if there is none */
    const char *object[COURSE_OBJECTS + 1]; /* the compiled kernels, up to NULL */
    char *const *tables;                    /* of the labs before, up to NULL */
    char *const *make;                      /* make and its options, up to NULL */
};

#endif
