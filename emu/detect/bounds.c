/* Accesses that end their thread: those at an address that is not a multiple of their
   size, and those outside every array. */
#include "detectors.h"

static _Noreturn void end(struct worker *w, const struct odd_access *a,
                          enum fault_kind kind)
{
    struct fault_record f = emu_fault_here(kind, a->pc);
    f.offset = a->offset;
    f.size = a->size;
    f.remote = a->owner;
    f.owner = a->owner ? a->owner->block : 0;
    f.write = a->write;
    f.detail = a->detail;
    emu_fault_abandon(w, &f);
}

static void see_misaligned(struct worker *w, const struct odd_access *a)
{
    const bool address_known = a->detail == DETAIL_NONE || a->detail == DETAIL_BELOW;
    if (a->misaligned && address_known)
        end(w, a, FAULT_MISALIGNED);
}

static void see_outside(struct worker *w, const struct odd_access *a)
{
    if (a->outside)
        end(w, a, FAULT_OUT_OF_BOUNDS);
}

const struct observer emu_alignment = {.name = "alignment", .odd = see_misaligned};
const struct observer emu_bounds = {.name = "bounds", .odd = see_outside};
