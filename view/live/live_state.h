/*
 * What the page shows, as one JSON object (docs/live.md lists its fields). It always is
 * about one text of the kernel, the last that was saved: a new save removes the
 * verdict.
 */
#ifndef LIVE_STATE_H
#define LIVE_STATE_H

#include <jansson.h>
#include <stdbool.h>

#include "live/saved.h"

/* What it is about: the lab, its files, and the make that checks it. Set by main() and
   constant. */
struct course {
    const char *lab;     /* "03_smem" */
    const char *next;    /* "04_tile1d", "" after the last one */
    const char *kernel;  /* the learner's file */
    const char *record;  /* of the check: docs/finding.md */
    const char *mine;    /* its files in results/: "results/cpu-h200/labs/03_smem" */
    const char *explore; /* the target that makes the explorer, "" if there is none */
    char **objects;      /* the compiled kernels, up to NULL */
    char **tables;       /* of the labs before, up to NULL */
    char **make;         /* make and its options, up to NULL */
};

struct state {
    const struct course *course;
    json_t *all;
    unsigned long number; /* goes up by one with each text */
};

/* Begin, before the first save. */
void state_begin(struct state *s, const struct course *c);

/* The kernel was saved: all that was said about an earlier text goes. Speeds, plot and
   explorer stay, with the number of the save that they belong to. */
void state_saved(struct state *s, const struct saved *kernel);

/* What is done now: "checking", "timing", "exploring" or "resting"; "waiting" before
   the first save. */
void state_doing(struct state *s, const char *what);

/* The check has ended `after` milliseconds from the save: take its record. Returns
   false, and changes nothing, if it is no valid record; "" in `verdict` then, else its
   word. */
bool state_check(struct state *s, const struct saved *kernel, long long after,
                 char verdict[32]);

/* What kept a step from being done, from the last lines that make printed, NULL:
   unknown; `what` is "machine", "no_speeds" or "no_explorer". */
void state_trouble(struct state *s, const char *what, const char *output);

/* The speeds were measured, or modelled: take their file, and the number of the save.
 */
void state_speeds(struct state *s, unsigned long save);

/* A picture was made, "plot" or "explorer". `fault`: it begins there. */
void state_picture(struct state *s, const char *what, unsigned long save, bool fault);

/* Send it to all who listen, with a new number. */
void state_publish(struct state *s);

#endif
