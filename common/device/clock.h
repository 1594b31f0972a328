/* The one clock by which the harness measures how long something took. */
#ifndef CLOCK_H
#define CLOCK_H

/* Seconds on a clock that only moves forward. Cannot fail. */
double clock_now(void);

#endif
