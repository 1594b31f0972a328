/* The way of a warp through the machine code of a kernel's loop. */
#ifndef EMU_WAY_H
#define EMU_WAY_H

#include "machine.h"
#include "program.h"

struct way {
    int *block; /* in the order of the warp; for free() */
    int n;
    int rounds;          /* through the recorded loop */
    struct accesses did; /* on the whole way */
    double cost; /* how far that is from what was recorded, in words per round */
};

/* False if no way is near enough to what was recorded. */
bool emu_way(const struct graph *g, const struct loop *l, struct way *to);

#endif
