/*
 * What count, trace and traffic have in common: one call of a kernel on the emulator,
 * and then what it counted. They do not check the result.
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdio.h>

#include "trial/trial.h"

struct view {
    const char *lab, *path; /* path: of the table to write, NULL if there is none */
    const struct operation *of;
    const char *function; /* of the lab's functions; NULL or "": the first */
    int n;                /* every size */
    const char *sizes;    /* "384,512,437", of traces; NULL: the usual ones */
    uint64_t seed;
    float ms;           /* that the call took */
    const char *failed; /* what there is none of, if the call does not finish */
    /* Set t->p's sizes and scalars up, and say how long the call may take. */
    double (*prepare)(struct view *v, struct trial *t);
    /* The call has finished: print, or write. */
    void (*show)(const struct view *v, const struct trial *t);
    bool of_faults; /* show a call that had a fault as well: then it is no failure */
};

/* Make the call, and show it. Returns an exit status. */
int view_run(struct view *v, const char *lab);

/* The file to write to; exits with status 2 if there is none to be had. */
FILE *view_open(const struct view *v);
void view_close(const struct view *v, FILE *out);

/* lab_trace.c, for traces: the sizes of the problem, which end the program with status
   2 if v->sizes is not possible; the arrays of the trial, which probe_trace() records;
   and the first comments of the table. */
void view_shape(const struct view *v, int size[OPERATION_SIZES]);
void view_trace(const struct trial *t);
void view_heading(const struct view *v, const struct trial *t, FILE *out);

/* The device that counts, such as "NVIDIA H200". */
const char *view_device(void);

#endif
