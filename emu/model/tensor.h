/* What tensor cores do, and how long it takes them. */
#ifndef EMU_TENSOR_H
#define EMU_TENSOR_H

#include "probe.h"

/* The operations of all matrix instructions. */
double emu_tensor_operations(const struct counters *c);

/* The cycles that they take the tensor cores of one SM. Gives up if the modelled GPU
   has none for a type. */
double emu_tensor_cycles(const struct counters *c);

#endif
