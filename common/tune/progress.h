/* How far a search has come, and how long it will still take. */
#ifndef TUNE_PROGRESS_H
#define TUNE_PROGRESS_H

#include "tile.h"
#include "tune/tune.h"

enum { PROGRESS_SHAPES = 64 };

/* Plain numbers, so that it can lie in memory that processes share. */
struct progress {
    int shapes;
    double weight[PROGRESS_SHAPES];  /* what a tile costs on this shape, guessed */
    int left[PROGRESS_SHAPES];       /* tiles still to try on it */
    int tried[PROGRESS_SHAPES];      /* tiles tried on it, by this search... */
    double seconds[PROGRESS_SHAPES]; /* ...which took so long */
};

/* Set the operation's shapes, with nothing left to try; what was tried stays as it is.
   Exits with status 2 if there are more than PROGRESS_SHAPES. */
void progress_shapes(struct progress *p, const struct operation *of,
                     const struct tune_shape *shapes);

/* A tile was tried on shape number i, which took `seconds`. */
void progress_add(struct progress *p, int i, double seconds);

/* How many trials are left. */
int progress_trials(const struct progress *p);

/* Seconds that what is left will take; negative as long as nothing was tried. */
double progress_left(const struct progress *p);

/* On a terminal: show, in the last line, which tile is tried on which shape. */
void progress_show(const struct progress *p, const struct operation *of,
                   const struct tile *t, const struct tune_shape *shape);

/* On a terminal: wipe that line, before something else is printed. */
void progress_wipe(void);

/* "1:05", or "0:00" for less than a second; `text` has 16 bytes. */
void progress_clock(double seconds, char *text);

#endif
