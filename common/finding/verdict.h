/*
 * The verdict: the one word that a run ends with, and what led to it.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "finding/finding.h"

/* The word, such as "OUT_OF_BOUNDS". Cannot fail. */
const char *verdict_word(enum verdict v);

/* True of a fault that no GPU notices: the result is there, and may be right by luck.
 */
bool verdict_unnoticed(enum verdict v);

/* The word, such as "compiles"; "none". Cannot fail. */
const char *stage_word(enum stage s);

/* Copy a fault into *f, its words unchanged; f->when stays. Cannot fail. */
void verdict_of_fault(struct finding *f, const struct fault *fault);

/* Print `text` behind `label`, broken between words and at its newlines into lines of
   at most `width` columns; all lines of the text begin in the same column. */
void verdict_wrapped(const char *label, const char *text, int width);

/* Print what the finding has to say, a few lines, to standard output. */
void verdict_explain(const struct finding *f);

/* Print the last line of a run, "lab03: RACE labs/03_smem/kernel.cu:41", to standard
   output, and return the exit status: 0 for a pass, else 1. `lab` is the folder's
   name, such as "03_smem". */
int verdict_close(const char *lab, const struct finding *f);

#endif
