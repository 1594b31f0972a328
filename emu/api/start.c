/*
 * The start: what a program needs before its first allocation or launch. All detectors,
 * counters and traces are listed here, in the order in which they are called.
 */
#include <stdlib.h>

#include "all_faults.h"
#include "api.h"
#include "bulk_arrays.h"
#include "count.h"
#include "crash.h"
#include "detectors.h"
#include "host_order.h"
#include "memory.h"
#include "runtime_launch.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

static const struct observer *const observers[] = {
    &emu_count,     &emu_roles,   &emu_turns,     &emu_bulk_arrays_seen,
    &emu_alignment, &emu_bounds,  &emu_unset,     &emu_race_state,
    &emu_race,      &emu_barrier, &emu_deadlock,  &emu_shuffle,
    &emu_same,      &emu_report,  &emu_all_faults};

static void tell_freed(uint64_t offset)
{
    EMU_TELL(emu_events(), freed, offset);
}

void emu_start(void)
{
    static bool started;
    if (started)
        return;
    started = true;
    emu_program_read();
    emu_memory_reserve();
    emu_memory_after_close(emu_mapped_open);
    emu_memory_after_free(tell_freed);
    emu_shared_init();
    emu_crash_handlers();
    emu_crash_ask(emu_host_touches);
    emu_leaks_watch();
    for (size_t i = 0; i < sizeof observers / sizeof *observers; i++)
        emu_observe(observers[i]);
    if (emu_settings()->all_faults)
        atexit(emu_all_faults_end);
    emu_checks_verify();
}
