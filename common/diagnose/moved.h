/* Correct values in wrong places. */
#ifndef MOVED_H
#define MOVED_H

#include <stdbool.h>

#include "diagnose/guess.h"

/* True, and *e filled, if each of the elements is what another element must be. The
   place that a sum is made for and the one that it is stored in differ; no value tells
   which of them is wrong. */
bool moved(const struct wrong_product *x, struct explanation *e);

#endif
