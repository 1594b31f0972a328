/* Accesses of host code to device memory, which no page refuses here. */
#include "host_access.h"

#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "event.h"
#include "memory.h"
#include "pages.h"

/* A program's own, called where a signal handler would be. */
void emu_host_ends(uintptr_t address) __attribute__((weak));

static bool (*ask)(uintptr_t address, const char *verb, uintptr_t pc);

void emu_crash_ask(bool (*call)(uintptr_t address, const char *verb, uintptr_t pc))
{
    ask = call;
}

void emu_host_access(uintptr_t a, bool write, uintptr_t pc)
{
    if (!emu_memory_is_device((const void *)a) || emu_pages_may(a, write))
        return;
    if (ask && ask(a, write ? "writes" : "reads", pc))
        return;
    EMU_TELL(emu_events(), host_touched, pc, a - emu_arena());
    if (emu_host_ends)
        emu_host_ends(a);
    exit(139); /* as a shell says of SIGSEGV */
}
