/*
 * What to try where no thread writes some elements of an output: by the pattern that
 * they make, by the threads and blocks of the call's launches, and by the steps of the
 * lab.
 */
#ifndef UNWRITTEN_H
#define UNWRITTEN_H

#include "diagnose/wrong_map.h"
#include "finding/verdict.h"
#include "trial/trial.h"

/* Sets f->remedy; and f->line to 0 if the fault is not the launch's. */
void unwritten_advice(const struct trial *t, int array, enum wrong_pattern pattern,
                      struct finding *f);

/* Where a single element is wrong. */
extern const char unwritten_single[];

#endif
