/* Device memory as the runtime API sees it; emu.h has what the hooks and faults need.
 */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include <cuda_runtime.h>
#include <stdbool.h>

/* Reserve the addresses of device memory, once; cannot fail but by exit status 2. */
void emu_memory_reserve(void);

/* cudaMalloc and cudaFree, with their errors. */
cudaError_t emu_memory_take(void **pointer, size_t bytes);
cudaError_t emu_memory_give(void *pointer);
/* Free everything. */
void emu_memory_reset(void);

/* Device memory can be touched only while it is open: in launches and copies. */
void emu_memory_open(bool open);

/* Whether the address is a device address, and whether it and the bytes behind it lie
   in one live allocation. */
bool emu_memory_is_device(const void *pointer);
bool emu_memory_holds(const void *pointer, size_t bytes);

/* Note that bytes at `to` were set from `from`, or by the host if from is NULL. */
void emu_memory_copied(void *to, const void *from, size_t bytes);

#endif
