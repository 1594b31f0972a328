/* Reads of memory that was never set. A read of shared memory is reported at the next
   barrier, or before a fault of an mbarrier's counts, unless there is a race: then
   another thread sets the memory too late. */
#include "bulk.h"
#include "copy_async.h"
#include "detectors.h"

/* emucc --plain defines it: then no hook has seen what threads have stored. */
extern const char emu_plain __attribute__((weak));

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
    f.remote = a->owner;
    f.owner = a->owner ? a->owner->block : 0;
    const bool shared = a->offset >= SHARED_OFFSET && a->offset < MODULE_OFFSET;
    if (shared && !a->owner &&
        (emu_copy_in_flight(w, a->offset, &f.other_thread, &f.other_pc, &f.committed) ||
         (emu_bulk_in_flight &&
          emu_bulk_in_flight(w, a->offset, &f.other_thread, &f.other_pc))))
        f.detail = DETAIL_COPYING;
    if (&emu_plain && f.detail != DETAIL_COPYING)
        return;
    if (!shared)
        emu_fault_record(w, &f);
    else if (!p->fault.kind)
        p->fault = f;
}

static void settle(struct worker *w)
{
    struct pending *p = emu_own(w, slot);
    if (p->fault.kind && !w->raced)
        emu_fault_record(w, &p->fault);
    p->fault.kind = FAULT_NONE;
}

/* The counts of mbarriers may be wrong since the read came too early. */
static void see_stopping(const struct fault_record *f)
{
    if (f->detail == DETAIL_MISUSED)
        settle(emu_worker());
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
                                   .barrier = settle,
                                   .stopping = see_stopping};
