/* What a learner reads of a record, on standard output. */
#ifndef FINDING_PRINT_H
#define FINDING_PRINT_H

#include "finding/record.h"

/* Print what happened, where and what to try; the line "stages: ..."; and last the
   verdict line "lab03: WORD [file:line]". `below_log`: what the compiler said is
   printed already; else, the first error that it gave. Returns the exit status: 0 for a
   pass, else 1. */
int record_print(const struct record *r, bool below_log);

#endif
