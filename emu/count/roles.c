/* What the warps of a block are for: to copy operands into shared memory
   asynchronously, to multiply them by matrix instructions, or both. */
#include "bulk.h"
#include "count.h"
#include "launch.h"
#include "param.h"

static int slot;
struct own {
    bool copies[MAX_THREADS / WARP_SIZE], multiplies[MAX_THREADS / WARP_SIZE];
    bool used; /* by this block: else all is false, as for most kernels */
};

static void begin_block(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    if (own->used)
        *own = (struct own){0};
}

static void copy_of_thread(struct worker *w, const struct request *r)
{
    struct own *own = emu_own(w, slot);
    if (r->async)
        own->used = own->copies[w->first_lane / WARP_SIZE] = true;
}

static void bulk_copy(struct worker *w, const struct bulk_copy *copy)
{
    struct own *own = emu_own(w, slot);
    if (copy->barrier >= 0) /* into shared memory */
        own->used = own->copies[w->first_lane / WARP_SIZE] = true;
}

static void multiply(struct worker *w, const struct matrix_work *m)
{
    struct own *own = emu_own(w, slot);
    if (m->operations)
        own->used = own->multiplies[w->first_lane / WARP_SIZE] = true;
}

static void count_block(struct worker *w)
{
    const struct own *own = emu_own(w, slot);
    struct counters *c = emu_counters(w);
    for (uint32_t i = 0; own->used && i * WARP_SIZE < w->launch->threads; i++) {
        c->warps_copying += own->copies[i];
        c->warps_multiplying += own->multiplies[i];
        c->warps_both += own->copies[i] && own->multiplies[i];
    }
}

static void see_async(struct worker *w, const struct async_event *e)
{
    bulk_copy(w, e->copy);
}

const struct observer emu_roles = {.slot = &slot,
                                   .bytes = sizeof(struct own),
                                   .block = begin_block,
                                   .block_end = count_block,
                                   .global = copy_of_thread,
                                   .matrix = multiply,
                                   .async = see_async,
                                   .hears = 1u << ASYNC_COPIES};
