/*
 * Device memory: one range of addresses, and a shadow. A byte of the shadow describes
 * four bytes: its low nibble has a bit for each byte that may be accessed, its high
 * nibble a bit for each byte that was set.
 */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "address.h"

/* Reserve the addresses of device memory, once; gives up if that fails. */
void emu_memory_reserve(void);

/* Its start, and its shadow; 0 and NULL before it is reserved. */
uintptr_t emu_arena(void);
uint8_t *emu_shadow(void);

/* Bytes from its start to the end of the highest allocation so far, in whole pages. */
uint64_t emu_memory_used(void);

/* cudaMalloc and cudaFree, with their errors; called from `site`. */
cudaError_t emu_memory_take(void **pointer, size_t bytes, uintptr_t site);
cudaError_t emu_memory_give(void *pointer, uintptr_t site);
/* cudaMalloc, with an address that is aligned as `like` is, up to 256 bytes. */
cudaError_t emu_memory_take_like(void **pointer, size_t bytes, uintptr_t like,
                                 uintptr_t site);
/* Free everything. */
void emu_memory_reset(void);

/* Open or close device memory. It is open in launches and copies only. */
void emu_memory_open(bool open);
/* Of what a copy accesses, only the 2 MiB pages around it, which is faster; nothing if
   it is the host's. */
void emu_memory_open_around(const void *pointer, size_t bytes, bool open);
/* Set a function to call after each close: it reopens what the host may access. */
void emu_memory_after_close(void (*call)(void));

/* Set a function to call after the allocation at offset was freed. */
void emu_memory_after_free(void (*call)(uint64_t offset));

/* True if the address is a device address; true if all `bytes` bytes from there are in
   one live allocation. */
bool emu_memory_is_device(const void *pointer);
bool emu_memory_holds(const void *pointer, size_t bytes);

/* Forbid access to bytes of an allocation; allow it, and mark them unset. */
void emu_memory_shut(const void *pointer, size_t bytes);
void emu_memory_unset(const void *pointer, size_t bytes);

/* Mark the bytes at `to` as those at `from` are; as set by the host if from is NULL. */
void emu_memory_copied(void *to, const void *from, size_t bytes);

/* The first run of at least `least` device bytes there that were never set: its length,
   0 if there is none; *first becomes its first byte. */
size_t emu_memory_unset_run(const void *from, size_t bytes, size_t least,
                            size_t *first);

/* ---- allocations.c: the allocations in device memory, live and freed. */

struct allocation {
    uint64_t offset, bytes;
    bool freed;
    uintptr_t taken_at, freed_at; /* pcs */
    unsigned number;              /* in the order of allocation */
    uint64_t pitch;               /* of cudaMallocPitch, in bytes; else 0 */
    unsigned sets;                /* copies and fills that the host called for it... */
    uintptr_t set_at;             /* ...and the last: its pc... */
    uint64_t set_bytes;           /* ...and its size */
};

/* The allocation, live or freed, that contains `offset` or is nearest to it; the one at
   or below it; any that is live. NULL if there is none. Valid until the next one is
   made. */
const struct allocation *emu_allocation_near(uint64_t offset);
const struct allocation *emu_allocation_below(uint64_t offset);
const struct allocation *emu_allocation_live(void);

/* Make an allocation of `bytes` bytes, `phase` bytes after a multiple of 256; NULL if
   there is no room. End the allocation that starts at offset; NULL if none does. */
enum { ALLOCATION_ALIGNMENT = 256 }; /* bytes, as cudaMalloc aligns */
const struct allocation *emu_allocation_make(uint64_t bytes, uint64_t phase,
                                             uintptr_t site);
/* The allocation that starts at offset has rows of so many bytes. */
void emu_allocation_pitch(uint64_t offset, uint64_t pitch);
/* A copy or a fill, called from `site`, has set bytes of the allocation around offset.
 */
void emu_allocation_set(uint64_t offset, uint64_t bytes, uintptr_t site);
const struct allocation *emu_allocation_end(uint64_t offset, uintptr_t site);

/* Bytes in live allocations. */
size_t emu_allocated_bytes(void);

/* Allocations of the program that were not freed, and the site of the first. There are
   none if cudaFree() does not work any more, after a fault. */
struct leaks {
    size_t n, bytes;
    uintptr_t first_site;
};
struct leaks emu_memory_leaks(void);
void emu_memory_stuck(bool is_stuck); /* cudaFree() does not work; or it does again */

#endif
