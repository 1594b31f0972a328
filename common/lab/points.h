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

/* True if each stage up to the first that fails was tried, so that points can be given.
 */
bool points_known(const struct finding *f);

/* What the stages that hold come to in a lab, and all of them; f is NULL if there was
   no check. False, with a line on stderr, if the table has no row for the lab, or some
   of the stages were not finished. */
bool points_of(const struct points *p, const char *lab, const struct finding *f,
               double *got, double *most);

#endif
