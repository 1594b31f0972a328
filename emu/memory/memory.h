/*
 * Device memory: one range of addresses, and a shadow that says of each byte whether it
 * may be touched and whether it was ever set. In the shadow a byte stands for four: a
 * bit of its low nibble says that the byte may be touched, of its high nibble that it
 * was set.
 */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "address.h"

/* Reserve the addresses of device memory, once; gives up if that fails. */
void emu_memory_reserve(void);

/* Where it starts, and its shadow; 0 and NULL before it is reserved. */
uintptr_t emu_arena(void);
uint8_t *emu_shadow(void);

/* Bytes from its start that were ever allocated, in whole pages. */
uint64_t emu_memory_used(void);

/* cudaMalloc and cudaFree, with their errors; called from `site`. */
cudaError_t emu_memory_take(void **pointer, size_t bytes, uintptr_t site);
cudaError_t emu_memory_give(void *pointer, uintptr_t site);
/* cudaMalloc, of an address that is a multiple of what `like` is one of, up to 256. */
cudaError_t emu_memory_take_like(void **pointer, size_t bytes, uintptr_t like,
                                 uintptr_t site);
/* Free everything. */
void emu_memory_reset(void);

/* Device memory can be touched only while it is open: in launches and copies. */
void emu_memory_open(bool open);
/* To be called whenever it was closed: open again what the host may touch. */
void emu_memory_after_close(void (*call)(void));

/* To be called whenever the allocation at offset was freed. */
void emu_memory_after_free(void (*call)(uint64_t offset));

/* True if the address is a device address; if it and the bytes behind it lie in one
   live allocation. */
bool emu_memory_is_device(const void *pointer);
bool emu_memory_holds(const void *pointer, size_t bytes);

/* Bytes of an allocation may not be touched; may be, and are unset. */
void emu_memory_shut(const void *pointer, size_t bytes);
void emu_memory_unset(const void *pointer, size_t bytes);

/* Note that bytes at `to` were set from `from`, or by the host if from is NULL. */
void emu_memory_copied(void *to, const void *from, size_t bytes);

/* ---- allocations.c: what lies where in it, and what did. */

struct allocation {
    uint64_t offset, bytes;
    bool freed;
    uintptr_t taken_at, freed_at; /* pcs */
    unsigned number;              /* in the order in which they were taken */
};

/* The allocation, live or freed, that holds or is nearest to `offset`; the one at or
   below it; one that is live. NULL if there is none. Valid until the next one is made.
 */
const struct allocation *emu_allocation_near(uint64_t offset);
const struct allocation *emu_allocation_below(uint64_t offset);
const struct allocation *emu_allocation_live(void);

/* Make one of so many bytes, `phase` bytes behind a multiple of 256; NULL if there is
   no room. End the one that starts at offset; NULL if none does. */
enum { ALLOCATION_ALIGNMENT = 256 }; /* bytes, as cudaMalloc aligns */
const struct allocation *emu_allocation_make(uint64_t bytes, uint64_t phase,
                                             uintptr_t site);
const struct allocation *emu_allocation_end(uint64_t offset, uintptr_t site);

/* Bytes that are allocated now. */
size_t emu_allocated_bytes(void);

/* What is allocated and was not freed, and where the first of it was allocated. */
struct leaks {
    size_t n, bytes;
    uintptr_t first_site;
};
struct leaks emu_memory_leaks(void);

#endif
