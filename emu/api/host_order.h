/* What the host has waited for, and its accesses to memory that a kernel or a copy may
   still access. */
#ifndef EMU_HOST_ORDER_H
#define EMU_HOST_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct launch;

/* The launch was started: the host has not waited for it. */
void emu_host_launched(const struct launch *l);
/* An asynchronous copy, by the function `call`, was started that stores to the host's
   memory, or reads it. */
void emu_host_copies(const char *call, const void *host, size_t bytes, bool stores,
                     uintptr_t site);
/* A call that waits for all of them so far. */
void emu_host_waits(void);
/* After all of the host's part of device memory was opened: close what must be. */
void emu_host_close(void);

/* Host code at pc accesses the address, whose page is closed; `verb` is "reads" or
   "writes". True if that is because of a launch or copy: the page is open then, and a
   race is reported. */
bool emu_host_touches(uintptr_t address, const char *verb, uintptr_t pc);

#endif
