/* What the runtime API keeps of launches. */
#ifndef EMU_RUNTIME_LAUNCH_H
#define EMU_RUNTIME_LAUNCH_H

#include <cuda_runtime.h>
#include <stdint.h>

#include "emu_launch.h"
#include "probe.h"

/* start.c: make the emulator ready to run kernels, once: memory, signals, detectors. */
void emu_start(void);

/* launch_config.c: what the GPU says of a launch before it runs anything; `site` is
   where the program launches. */
cudaError_t emu_launch_check(const struct emu_config *config, void (*run)(void *),
                             void *closure, const char *kernel, uintptr_t site);

/* api_function.c: bytes of dynamic shared memory that the kernel whose code holds pc
   may have. */
uint64_t emu_kernel_dynamic_limit(uintptr_t pc);
/* Likewise, bytes of shared memory that it declares. */
uint64_t emu_kernel_static_bytes(uintptr_t pc);

/* launch.c: seconds on the modelled device's clock. */
double emu_clock(void);

/* launch.c: of all launches since emu_totals_forget(). */
struct totals {
    struct counters counters;
    uint64_t stack_bytes; /* the most that a thread had in use */
    /* Of the last launch: */
    struct occupancy occupied;
    char bottleneck[96];
};
const struct totals *emu_totals(void);
void emu_totals_forget(void);

#endif
