/*
 * The emulator's own memory, closed to the host's code in a program that is graded: its
 * variables, counters and shadows, and __device__ variables. Calls of the runtime go
 * through gates (grade/guard.S), which open it and close it again; whatever else
 * reaches for it, a library on the program's behalf too, ends by emu_beyond_fence().
 *
 * All of this is the main thread's. In other programs nothing is closed.
 */
#ifndef EMU_VAULT_H
#define EMU_VAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where the call of the runtime that is in progress comes from, if it went through a
   gate; else 0. */
extern __thread uintptr_t emu_gate_return;

/* The address of a call, whose own return address is `pc`. */
static inline uintptr_t emu_call_site(uintptr_t pc)
{
    return emu_gate_return ? emu_gate_return : pc;
}

/* Host code of a graded program reached for what is not its own: the program ends, and
   probe_beyond() tells so. */
_Noreturn void emu_beyond_fence(void);

/* On the main thread, before the rest. */
void emu_vault_begin(void);

/* Memory of so many bytes, all 0, that will be closed with the rest. Cannot fail but by
   exit status 2. */
void *emu_vault_new(size_t bytes);
/* Close these pages with the rest, too. */
void emu_vault_add(void *start, size_t bytes);

void emu_vault_open(void);
void emu_vault_close(void);

/* Whether the address lies in there. */
bool emu_vault_holds(uintptr_t a);

#endif
