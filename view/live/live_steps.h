/*
 * What is done after a save, step by step: check the kernel; time it and draw its
 * speeds, if it passes; make the explorer, if there is one. A new save ends the step
 * and begins with the check. Each step is a make (job.h).
 */
#ifndef LIVE_STEPS_H
#define LIVE_STEPS_H

#include "live/files.h"
#include "live/job.h"
#include "live/saved.h"
#include "live/live_state.h"

/* The explorer is made twice: soon, and of a kernel that passes again, with questions
   and with the tables that need other kernels. */
enum step { STEP_NONE, STEP_CHECK, STEP_SPEEDS, STEP_EXPLORER, STEP_MORE };

struct steps {
    const struct course *course;
    struct state *state;
    struct saved kernel;
    long long saved_at; /* in milliseconds */
    struct job job;
    enum step step, next;       /* that runs; that is to run */
    struct file_id table, plot; /* of results, before they are made again */
    bool checked, passes;       /* the check of this text has ended, and how */
    bool explores;              /* it compiles, and this course has an explorer */
};

void steps_begin(struct steps *s, const struct course *c, struct state *state);

/* Look whether the kernel was saved, and what the step has come to; begin the next one.
   Never waits. Returns true if the state has changed. */
bool steps_look(struct steps *s);

#endif
