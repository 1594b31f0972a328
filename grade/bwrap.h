/* bubblewrap: another view of the machine, where user namespaces work. */
#ifndef BWRAP_H
#define BWRAP_H

#include <stdbool.h>

#include "grade/sandbox.h"

/* Whether bwrap is there and does all that bwrap_become() asks of it. */
bool bwrap_works(void);

/* Become bwrap, which runs this very program, confined further, in there. */
_Noreturn void bwrap_become(const struct sandbox *s);

#endif
