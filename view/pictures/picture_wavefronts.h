/*
 * The wavefronts of one request to shared memory. A wavefront takes one word from each
 * of the 32 banks. Lanes that want the same word share it; lanes that want different
 * words of one bank need a wavefront each.
 */
#ifndef WAVEFRONTS_H
#define WAVEFRONTS_H

#include "trace/traced_request.h"
#include "svg.h"

enum {
    BANKS = 32,
    MOST_WORDS = 4,                       /* per lane: a float4 */
    MOST_WAVEFRONTS = MOST_WORDS * LANES, /* of a request */
};

struct wavefront {
    long long byte[BANKS]; /* the word that is taken: its offset in the array */
    uint32_t lanes[BANKS]; /* that want it, 0 if none; bit i is lane i */
};

/* Lanes that are served together. */
struct turn {
    uint32_t lanes;
    int first, rows; /* of row[] below */
};

struct wavefronts {
    const struct traced_request *of;
    struct wavefront row[MOST_WAVEFRONTS];
    struct turn turn[LANES];
    int rows, turns;
    int ways; /* of the worst bank conflict; 1 if there is none */
};

/* Find the wavefronts of a request to shared memory. *w points to it. If there are not
   as many as the trace counted, the program ends by fail(). */
void wavefronts_find(struct wavefronts *w, const struct traced_request *r);

/* Print them: in each bank, how many lanes want the word. */
void wavefronts_print(const struct wavefronts *w);

/* Draw them. Returns the height that this takes. */
int wavefronts_draw(const struct wavefronts *w, struct svg *svg, double x, double y);

#endif
