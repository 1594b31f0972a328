/* The timeline of what does not end where it begins: copies of the copy engine, phases
   of mbarriers, and wgmma. */
#ifndef EMU_TIMELINE_ASYNC_H
#define EMU_TIMELINE_ASYNC_H

#include <stddef.h>

#include "moment.h"
#include "param.h"
#include "profile.h"

enum { GROUPS = 16 /* of wgmma that are remembered, of each warp */ };

struct async_times {
    struct async_phase *phase;
    size_t phases;
    double engine, tensor[SCHEDULERS]; /* busy until then; an SM has a tensor core
                                          for each scheduler */
    double group[MAX_WARPS][GROUPS];   /* when it is complete */
};

/* Before all launches, and before each; after all. */
void emu_async_prepare(struct async_times *a, struct moment *m, size_t n);
void emu_async_launch(struct async_times *a);
void emu_async_end(struct async_times *a);

/* When that is there which the moment waits for, and a word for it; INFINITY if that is
   not known yet. */
double emu_async_ready(const struct async_times *a, const struct moment *m,
                       const char **why);

/* It begins: set its end. */
void emu_async_issue(struct async_times *a, struct moment *m, double at);

#endif
