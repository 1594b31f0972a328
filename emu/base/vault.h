/*
 * The vault, in which lies what a submission must not reach.
 *
 * The emulator's own memory: its variables, counters and shadows, and __device__
 * variables. In a graded program it is closed to host code. Calls of the runtime go
 * through gates (grade/guard.S), which open it and close it again. Any other access,
 * also by a library for the program, ends by emu_beyond_fence().
 *
 * Only the main thread may call these functions. In other programs nothing is closed.
 */
#ifndef EMU_VAULT_H
#define EMU_VAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform.h"

/* The return address of the runtime call in progress, if it went through a gate; else
   0. */
extern __thread uintptr_t emu_gate_return;

/* The site of an API call whose own return address is `pc`. */
static inline uintptr_t emu_call_site(uintptr_t pc)
{
    return emu_gate_return ? emu_gate_return : pc;
}

/* Host code of a graded program accessed memory that is not its own: the program calls
   probe_beyond() and ends. */
_Noreturn void emu_beyond_fence(void);

/* On the main thread, before the rest. */
void emu_vault_begin(void);

/* Zeroed memory of `bytes` bytes that will be closed with the rest. If it fails, the
   program exits with status 2. */
void *emu_vault_new(size_t bytes);
/* Close these pages with the rest, too. */
void emu_vault_add(void *start, size_t bytes);

/* True in a graded program. */
bool emu_vault_exists(void);

void emu_vault_open(void);
void emu_vault_close(void);

/* True if the address is in the vault. */
bool emu_vault_holds(uintptr_t a);

#endif
