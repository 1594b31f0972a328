/*
 * The program `lab`: reads the records of checks, for make and for the scripts of
 * tools. It writes no record, and runs no kernel.
 */
#ifndef LAB_H
#define LAB_H

#include "finding/record.h"

/* One command: argv[0] is its name. Returns the exit status; each says which. */
typedef int lab_command(int argc, char **argv);

/* records.c */
lab_command lab_verdict;  /* RECORD: "RACE labs/03_smem/kernel.cu:41", "not run" */
lab_command lab_passed;   /* RECORD: 0 it passes, 1 it does not, 2 there is none */
lab_command lab_explain;  /* RECORD: what failed first, and what to try */
lab_command lab_quote;    /* RECORD: the same for a page, without place and verdict */
lab_command lab_get;      /* RECORD FIELD: its value, of an object NAME=VALUE a line */
lab_command lab_validate; /* RECORD...: 0 all are valid, 1 some are not, with a line */
lab_command lab_schema;   /* the JSON Schema of a record */
/* status.c */
lab_command lab_status; /* FOLDER LAB...: where a learner is, and what comes next */
/* summary.c */
lab_command lab_summary; /* [--points FILE] RECORD...: a table; 0 all pass, 1 not */
/* grade.c */
lab_command lab_grade; /* [--points FILE] BACKEND RECORD...: grade.json */

/* Read a record into *r. Returns 1 if it is there; 0 if it is not; -1, with a line on
   stderr, if it is no valid record. */
int lab_read(const char *path, struct record *r);

/* The lab of a record that may not be there, "03_smem" of ".../03_smem.check.json". */
void lab_of(const char *path, char *lab, size_t size);

/* f->what on one line; of a pass, that it is one. At most `size` bytes. */
void lab_message(const struct record *r, char *text, size_t size);

#endif
