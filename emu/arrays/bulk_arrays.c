/* The arrays in device memory that a launch's bulk copies load from or store to. Tensor
   maps hide them from those who look at the kernel's arguments. */
#include "bulk_arrays.h"

#include "box.h"
#include "launch.h"
#include "memory.h"

static int slot;
struct own {
    uint64_t start[BULK_ARRAYS]; /* offsets of what copies name, each once */
    int n;
};

static void begin(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    own->n = 0;
}

static void add(uint64_t start[], int *n, uint64_t offset)
{
    for (int i = 0; i < *n; i++)
        if (start[i] == offset)
            return;
    if (*n < BULK_ARRAYS)
        start[(*n)++] = offset;
}

static void see(struct worker *w, const struct bulk_copy *c)
{
    struct own *own = emu_own(w, slot);
    if (c->map.rank > 0)
        add(own->start, &own->n, c->map.start - emu_arena());
}

int emu_bulk_arrays(uint64_t start[BULK_ARRAYS])
{
    int n = 0, workers;
    struct worker *const *w = emu_workers(&workers);
    for (int i = 0; i < workers; i++) {
        const struct own *own = emu_own(w[i], slot);
        for (int k = 0; k < own->n; k++)
            add(start, &n, own->start[k]);
    }
    return n;
}

static void see_async(struct worker *w, const struct async_event *e)
{
    see(w, e->copy);
}

const struct observer emu_bulk_arrays_seen = {.slot = &slot,
                                              .bytes = sizeof(struct own),
                                              .begin = begin,
                                              .async = see_async,
                                              .hears = 1u << ASYNC_COPIES};
