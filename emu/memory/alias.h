/* Host memory that kernels access at its own address: cudaHostRegister(). For detectors
   and counters it is an allocation of device memory, its alias. */
#ifndef EMU_ALIAS_H
#define EMU_ALIAS_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Make an alias of the bytes at `host`; end the alias of the bytes that start there.
   Not while a launch runs. Errors as of cudaHostRegister and cudaHostUnregister. */
cudaError_t emu_alias_make(void *host, size_t bytes, uintptr_t site);
cudaError_t emu_alias_end(void *host, uintptr_t site);
/* End all aliases. */
void emu_alias_reset(void);

/* The address's offset in device memory; false if it has no alias. */
bool emu_alias(uintptr_t host, uint64_t *offset);

#endif
