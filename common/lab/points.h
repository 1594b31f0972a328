/* Points for the stages of a check: common/lab/points.tsv, which docs/grading.md
 * explains.
 */
#ifndef LAB_POINTS_H
#define LAB_POINTS_H

#include "finding/record.h"

enum { POINTS_ROWS = 100 };

struct points {
    int columns, rows;
    enum stage stage[STAGE_TECHNIQUE]; /* of each column */
    struct {
        char lab[64];
        double points[STAGE_TECHNIQUE];
    } row[POINTS_ROWS];
};

/* Take "--points FILE" from the arguments, and read that, else common/lab/points.tsv.
   False, with a line on stderr, if that is no such table. */
bool points_read(struct points *p, int *argc, char ***argv);

/* What the stages up to `stage` come to in a lab, and all of them. False, with a line
   on stderr, if the table has no row for the lab. */
bool points_of(const struct points *p, const char *lab, enum stage stage, double *got,
               double *most);

#endif
