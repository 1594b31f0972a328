/*
 * The program `lab`, which does the work of make and of the scripts in tools. It judges
 * kernels, times them, counts what they do to memory, and reads the records that it has
 * written (docs/finding.md). It contains no kernel: that is in another
 * process, the runner that RUNNER in the environment starts (rpc/rpc.h).
 */
#ifndef LAB_H
#define LAB_H

#include "finding/record.h"

/* One command: argv[0] is its name. Returns the exit status, each says which; or
   LAB_USAGE: main.c says how it is called, and the status is 2. */
typedef int lab_command(int argc, char **argv);
enum { LAB_USAGE = -1 };

/* LAB in what follows is a folder of labs/, such as 03_smem. */

/*
 * lab_check.c: judge a kernel, and write the record.
 *
 *   LAB [--record FILE] [SOURCE]
 *   LAB [--record FILE] --compiler-log FILE [--sandboxed] [--without FOLDER]... SOURCE
 *   LAB [--record FILE] --refused WORD --what TEXT [--try TEXT] [--line N]
 *       [--compiler-log FILE] [SOURCE]
 *
 * SOURCE, the kernel's file, is named in messages and searched for unfilled gaps.
 * --compiler-log: it does not compile, and FILE is what the compiler said, in which
 * each FOLDER is left out; in a sandbox no machine is at fault for that. --refused: it
 * is not run, for the verdict WORD.
 *
 * The check ends at the first fault. With POINTS in the environment it then tries the
 * stages that are left, as far as points depend on them. SEED replays the inputs. TILED
 * is the command that compiles a lab's tiles, when the check comes to them
 * (tune/check_tiles.h). With COUNTS_FIRST, which tests set, technique comes before the
 * shapes, too. Prints a report and, last, the line "stages: ..." and the
 * verdict line "lab03: WORD [file:line]"; the record goes to FILE. Returns 0 pass, 1
 * the kernel is at fault, 2 the machine or the call, 3 the report could not be written;
 * there is a record with 0 and 1 alone.
 */
lab_command lab_check;

/* The other commands that run a kernel return 0; 1 if the kernel is at fault; 2 if the
   machine or the call is. */
lab_command lab_bench;    /* run.c: [--peers FOLDER] [--one] LAB TABLE; bench.h */
lab_command lab_ladder;   /* ladder.c: [--peers FOLDER] FOLDER LAB=COMMAND... */
lab_command lab_count;    /* lab_count.c: LAB SIZE, what a kernel asks of memory */
lab_command lab_trace;    /* lab_trace.c: LAB TABLE, the requests of one block */
lab_command lab_life;     /* life.c: LAB TABLE [RECORD], all that one block does */
lab_command lab_model;    /* lab_model.c: LAB TABLE [SIZE], how fast, and why */
lab_command lab_traffic;  /* traffic.c: LAB SIZE TABLE, bytes from L2 and DRAM */
lab_command lab_tune;     /* run.c: [--quick] LAB RECORD CACHE; see tune/tune.h */
lab_command lab_tiles;    /* run.c: LAB [few], the tiles that tile_valid() accepts */
lab_command lab_function; /* run.c: LAB, the function that it is about */

/* drift.c: SKELETON SOLUTION: 0 they are the same text outside the gaps, 1 they are
   not, 2 one cannot be read */
lab_command lab_drift;

/* records.c */
lab_command lab_verdict; /* RECORD: "RACE labs/03_smem/kernel.cu:41", "not run" */
lab_command lab_passed;  /* RECORD: 0 it passes, 1 it does not, 2 there is none */
lab_command lab_settled; /* RECORD: 0 its stages give points, 1 some are not finished */
lab_command lab_explain; /* RECORD: what failed first, and what to try */
lab_command lab_quote;   /* RECORD: the same for a page, without place and verdict */
lab_command lab_get;     /* RECORD FIELD: its value, of an object NAME=VALUE a line */
lab_command lab_validate; /* RECORD...: 0 all are valid, 1 some are not, with a line */
lab_command lab_schema;   /* the JSON Schema of a record */
/* status.c */
lab_command lab_status; /* FOLDER LAB...: where a learner is, and predictions */
lab_command lab_here;   /* FOLDER LAB...: the same in few lines, of one lab */
lab_command lab_first;  /* FOLDER LAB...: the first lab that does not pass; 1: all do */
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
