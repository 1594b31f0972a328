/* What a search prints: its progress and its results. */
#ifndef TUNE_REPORT_H
#define TUNE_REPORT_H

#include "tune/session.h"

/* How many candidates there are, and how much of the search is done already. */
void report_begin(const struct session *s);

/* One shape is done: its winner, and the seconds that the search will still take. */
void report_shape(const struct session *s, const struct tune_shape *shape, double left);

/* The search was interrupted. */
void report_stopped(const struct session *s);

/* The winner of each shape, the ten fastest at the last one, and what became of the
   others. Returns the exit status: 0, or 1 if no tile came through. */
int report_end(const struct session *s);

#endif
