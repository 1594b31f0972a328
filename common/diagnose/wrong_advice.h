/* A wrong product in words, from what wrong_probe.h has found. */
#ifndef WRONG_ADVICE_H
#define WRONG_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "diagnose/wrong_probe.h"

/* What is wrong of the product, and where to look: the kernel's steps (steps.h) first,
   with the questions that decide between them. K: how many products a sum has. False,
   and nothing written, if every probe was right. */
bool wrong_advice(const struct wrong_probe *p, int K, char *what, size_t what_size,
                  char *remedy, size_t remedy_size);

#endif
