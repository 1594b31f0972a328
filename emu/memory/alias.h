/* Memory of the host that kernels may touch at its own address: cudaHostRegister(). To
   detectors and counters it is an allocation of device memory: its alias. */
#ifndef EMU_ALIAS_H
#define EMU_ALIAS_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Make an alias of the bytes; end the one of the bytes that start there. Not while a
   launch runs. Errors are those of cudaHostRegister and cudaHostUnregister. */
cudaError_t emu_alias_make(void *host, size_t bytes, uintptr_t site);
cudaError_t emu_alias_end(void *host, uintptr_t site);
/* End them all. */
void emu_alias_reset(void);

/* The offset in device memory that stands for the address; false if none does. */
bool emu_alias(uintptr_t host, uint64_t *offset);

#endif
