/* Reads of memory that was never set. A read of shared memory is reported at the next
   barrier, unless there is a race: then another thread sets the memory too late. */
#include "bulk.h"
#include "copy_async.h"
#include "detectors.h"

static int slot;
struct pending {
    struct fault_record
        fault; /* the first since the last barrier; its kind: FAULT_NONE */
};

static void see(struct worker *w, const struct odd_access *a)
{
    struct pending *p = emu_own(w, slot);
    if (!a->unset)
        return;
    struct fault_record f = emu_fault_here(FAULT_UNINITIALIZED, a->pc);
    f.offset = a->offset;
    f.size = a->size;
    if (a->offset < SHARED_OFFSET || a->offset >= MODULE_OFFSET) {
        emu_fault_record(w, &f);
    } else if (!p->fault.kind) {
        if (emu_copy_in_flight(w, a->offset, &f.other_thread, &f.other_pc) ||
            (emu_bulk_in_flight &&
             emu_bulk_in_flight(w, a->offset, &f.other_thread, &f.other_pc)))
            f.detail = DETAIL_COPYING;
        p->fault = f;
    }
}

static void settle(struct worker *w)
{
    struct pending *p = emu_own(w, slot);
    if (p->fault.kind && !w->raced)
        emu_fault_record(w, &p->fault);
    p->fault.kind = FAULT_NONE;
}

static void forget(struct worker *w)
{
    struct pending *p = emu_own(w, slot);
    p->fault.kind = FAULT_NONE;
}

const struct observer emu_unset = {.name = "uninitialized",
                                   .slot = &slot,
                                   .bytes = sizeof(struct pending),
                                   .block = forget,
                                   .odd = see,
                                   .barrier = settle};
