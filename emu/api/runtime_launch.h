/* What the runtime API records about launches. */
#ifndef EMU_RUNTIME_LAUNCH_H
#define EMU_RUNTIME_LAUNCH_H

#include <cuda_runtime.h>
#include <stdint.h>

#include "emu_launch.h"
#include "probe.h"

/* start.c: make the emulator ready to run kernels, once: memory, signals, detectors. */
void emu_start(void);

/* launch_config.c: the error of a launch that a GPU would refuse, else cudaSuccess;
   `site` is the program's launch. */
cudaError_t emu_launch_check(struct emu_config *config, void (*run)(void *),
                             void *closure, const char *kernel, uintptr_t site);
/* The address of the kernel that was checked last; 0: it is not known. */
uintptr_t emu_launch_function(void);
/* The frame of the kernel that was checked last, in bytes, once it has run. */
uint64_t emu_launch_frame(void);

/* What a kernel tells when it is called on the host: its address, and what its
   __cluster_dims__ say; x is 0: it has none. */
struct called {
    uintptr_t pc;
    struct uint3 cluster;
    unsigned threads; /* the most of a block, by __launch_bounds__; 0: no limit */
};
/* launch_cluster.c: the error of clusters that a GPU would refuse, else cudaSuccess;
   sets config->cluster. */
cudaError_t emu_launch_clusters(struct emu_config *config, const struct called *called,
                                const char *kernel, uintptr_t site);
/* launch_attributes.c: a launch as the config says, by the program at `site`; else its
   error. */
cudaError_t emu_launch_config(const cudaLaunchConfig_t *config, const char *kernel,
                              uintptr_t site, struct emu_config *to);

/* api_function.c: the limit of dynamic shared memory, in bytes, of the kernel whose
   code contains pc. */
uint64_t emu_kernel_dynamic_limit(uintptr_t pc);
/* The bytes of shared memory that the kernel whose code contains pc declares. */
uint64_t emu_kernel_static_bytes(uintptr_t pc);

/* True if the kernel may have clusters of more than 8 blocks. */
bool emu_kernel_large_clusters(uintptr_t pc);

/* launch.c: seconds on the modelled device's clock. */
double emu_clock(void);
/* From now on L2 is full of lines that were written: the next launches wait for DRAM.
 */
void emu_l2_written(void);

/* launch.c: totals of all launches since emu_totals_forget(). */
struct totals {
    struct counters counters;
    uint64_t stack_bytes; /* the most that a thread used */
    /* From here on, of emu_totals_modelled() only: the model takes its time. */
    double seconds;            /* of the longest launch... */
    struct occupancy occupied; /* ...and what else is known of it */
    char bottleneck[96];
    char time[PROBE_TIME];
};
const struct totals *emu_totals(void);
const struct totals *emu_totals_modelled(void);
void emu_totals_forget(void);

#endif
