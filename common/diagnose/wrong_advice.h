/* A wrong product in words, from what wrong_probe.h has found. */
#ifndef WRONG_ADVICE_H
#define WRONG_ADVICE_H

#include "diagnose/explain.h"
#include "diagnose/wrong_probe.h"

/* What is wrong of the product, and where to look: the kernel's steps (steps.h) first,
   with the questions that decide between them. False, and nothing written, if every
   probe was right. */
bool wrong_advice(const struct wrong_probe *p, struct explanation *e);

#endif
