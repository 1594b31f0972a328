/* What the host has waited for, and its accesses to memory that a kernel or a copy may
   still access. */
#ifndef EMU_HOST_ORDER_H
#define EMU_HOST_ORDER_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct launch;

/* The launch was started, as this work of the stream (streams.h): the host has not
   waited for it. */
void emu_host_launched(const struct launch *l, int stream, uint32_t work);
/* An asynchronous copy, by the function `call`, was started that stores to the host's
   memory, or reads it. */
void emu_host_copies(const char *call, const void *host, size_t bytes, bool stores,
                     uintptr_t site, int stream, uint32_t work);
/* A call that waits for all work so far; for that of a stream. The host has waited, by
   streams.h, for something: open what it may access now. */
void emu_host_waits(void);
void emu_host_waits_for(cudaStream_t stream);
void emu_host_waited(void);
/* After all of the host's part of device memory was opened: close what must be. */
void emu_host_close(void);

/* Host code at pc accesses the address, whose page is closed; `verb` is "reads" or
   "writes". True if that is because of a launch or copy: the page is open then, and a
   race is reported. */
bool emu_host_touches(uintptr_t address, const char *verb, uintptr_t pc);

#endif
