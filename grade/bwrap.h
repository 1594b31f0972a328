/* bubblewrap: a restricted view of the machine, if user namespaces work. */
#ifndef BWRAP_H
#define BWRAP_H

#include <stdbool.h>

#include "grade/sandbox.h"

/* True if bwrap exists and supports all that bwrap_become() needs. */
bool bwrap_works(void);

/* Become bwrap, which runs this program inside its view, where it is confined
   further. */
_Noreturn void bwrap_become(const struct sandbox *s);

#endif
