/*
 * The sectors that have to move for one request to global memory. A sector is 32 bytes;
 * a row of the picture is a line of L1, 128 bytes: four sectors of eight words.
 */
#ifndef SECTORS_H
#define SECTORS_H

#include "trace/traced_request.h"
#include "svg.h"

enum {
    SECTOR_WORDS = 8,
    ROW_SECTORS = 4,
    ROW_WORDS = ROW_SECTORS * SECTOR_WORDS,
};

struct sector_row {
    long long number;          /* in memory, upward; 0 has the array's first byte */
    uint32_t lanes;            /* that begin in this row; bit i is lane i */
    uint32_t begin[ROW_WORDS]; /* the lanes that begin in each word */
    bool moves[ROW_SECTORS];   /* true if a lane begins in this sector */
};

struct sectors {
    const struct traced_request *of;
    struct sector_row row[LANES]; /* in the order of their numbers */
    int rows;
    int used; /* bytes that lanes ask for; what several ask for counts once */
};

/* Find the sectors of a request to global memory. *s points to it. */
void sectors_find(struct sectors *s, const struct traced_request *r);

/* Print them: "#" for a word that a lane asks for, "." for one that moves with it. */
void sectors_print(const struct sectors *s);

/* Draw them, `width` wide, in narrow letters if `narrow`. Returns the height that this
   takes. */
int sectors_draw(const struct sectors *s, struct svg *svg, double x, double y,
                 double width, bool narrow);

#endif
