/* Device memory as the runtime API sees it; emu.h has what the hooks and faults need.
 */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

/* Reserve the addresses of device memory, once; cannot fail but by exit status 2. */
void emu_memory_reserve(void);
/* Bytes from its start that were ever allocated, in whole pages. */
uint64_t emu_memory_used(void);

/* cudaMalloc and cudaFree, with their errors; called from `site`. */
cudaError_t emu_memory_take(void **pointer, size_t bytes, uintptr_t site);
cudaError_t emu_memory_give(void *pointer, uintptr_t site);
/* Free everything. */
void emu_memory_reset(void);

/* allocations.c: make one of so many bytes; NULL if there is no room. End the one that
   starts at offset; NULL if none does. The one at or below offset, live or freed, and
   one that is live: NULL if there is none. Valid until the next one is made. */
const struct allocation *emu_allocation_make(uint64_t bytes, uintptr_t site);
const struct allocation *emu_allocation_end(uint64_t offset, uintptr_t site);
const struct allocation *emu_allocation_below(uint64_t offset);
const struct allocation *emu_allocation_live(void);

/* Device memory can be touched only while it is open: in launches and copies. */
void emu_memory_open(bool open);
/* api_mapped.c: open again what the host may touch at any time. */
void emu_mapped_open(void);

/* Whether the address is a device address, and whether it and the bytes behind it lie
   in one live allocation. */
bool emu_memory_is_device(const void *pointer);
bool emu_memory_holds(const void *pointer, size_t bytes);

/* What is allocated and was not freed, and where the first of it was allocated. */
struct leaks {
    size_t n, bytes;
    uintptr_t first_site;
};
struct leaks emu_memory_leaks(void);
void emu_leaks_watch(void); /* api_note.c: tell them at the end, if EMU_LEAKS=1 */

/* Note that bytes at `to` were set from `from`, or by the host if from is NULL. */
void emu_memory_copied(void *to, const void *from, size_t bytes);

#endif
