/*
 * The stages of a check, which partial credit is given for (docs/grading.md): how far a
 * kernel comes that does not pass.
 */
#ifndef STAGES_H
#define STAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "check/check.h"

/* True if every size is a multiple of the lab's tile. */
bool stages_aligned(const struct check *spec, const check_shape size);

/*
 * A check has ended at its first fault, with *f. Try the stages between f->stage and
 * f->failed, so that none is between them, by calls in a child process of its own,
 * which prints nothing: first on the aligned shapes, then on the others, until a result
 * is not right. A fault that leaves a result, as a race does, is no matter here. Of *f
 * nothing else changes. Returns 0, or 2 if the machine or the harness failed, with a
 * line on stderr.
 */
int stages_settle(const struct check *spec, uint64_t seed, struct finding *f);

#endif
