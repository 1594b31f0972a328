/* bubblewrap: another view of the machine, where user namespaces work. */
#ifndef BUBBLE_H
#define BUBBLE_H

#include <stdbool.h>

#include "grade/sandbox.h"

/* Whether bwrap is there and does all that bubble_become() asks of it. */
bool bubble_works(void);

/* Become bwrap, which runs this very program, confined further, in there. */
_Noreturn void bubble_become(const struct sandbox *s);

#endif
