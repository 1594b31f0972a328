/*
 * What the page shows, as one JSON object (docs/live.md lists its fields). It always is
 * about one text of the kernel, the last that was saved: a new save removes the
 * verdict.
 */
#ifndef LIVE_STATE_H
#define LIVE_STATE_H

#include <jansson.h>
#include <stdbool.h>

#include "live/course.h"
#include "live/saved.h"

struct state {
    const struct course *course;
    json_t *all;
    unsigned long number; /* goes up by one each time that `text` changes */
    char *text;           /* the object, on one line */
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

/* What kept a step from being done, from the last lines that make printed; `what` is
   "machine", "no_speeds" or "no_explorer". */
void state_trouble(struct state *s, const char *what, const char *output);

/* The speeds were measured, or modelled; the plot was drawn; the explorer was made.
   Each takes its file, and the number of the save. `fault`: the explorer begins there.
 */
void state_speeds(struct state *s, unsigned long save);
void state_plot(struct state *s, unsigned long save);
void state_explorer(struct state *s, unsigned long save, bool fault);

/* Write it all to s->text, with a new number. */
void state_publish(struct state *s);

#endif
