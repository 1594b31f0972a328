/*
 * Checks a launch before it runs, as a GPU does: its dimensions, its shared memory, its
 * stream.
 */
#include <stdio.h>

#include "api.h"
#include "model.h"
#include "param.h"
#include "launch.h"
#include "platform.h"
#include "profile.h"
#include "runtime_launch.h"

/* ---- The kernel's address: the kernel is called on the host, and returns at once. */

static bool asking; /* while no kernel runs */
static struct called called;

int emu_enter(void)
{
    if (!asking)
        return 0;
    called.pc = EMU_CALLER();
    return 1;
}

int emu_enter_cluster(unsigned x, unsigned y, unsigned z)
{
    if (!asking)
        return 0;
    called.pc = EMU_CALLER();
    called.cluster = (struct uint3){x, y, z};
    return 1;
}

int emu_enter_bounds(unsigned threads)
{
    called.threads = threads;
    return 1;
}

static const struct called *call(void (*run)(void *), void *closure)
{
    asking = true;
    called = (struct called){0};
    run(closure);
    asking = false;
    return &called;
}

uintptr_t emu_launch_function(void)
{
    char name[1024];
    uintptr_t start;
    return emu_program_function(called.pc, &start, name, sizeof name) ? start : 0;
}

uint64_t emu_launch_frame(void)
{
    return emu_program_frame(called.pc, emu_launch_stack());
}

/* ---- The configuration. */

static cudaError_t bad_block(const char *kernel, struct dim3 b, uintptr_t site)
{
    uint64_t threads = (uint64_t)b.x * b.y * b.z;
    if (threads == 0)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "each dimension of a block is at least 1",
                          "%s is launched with blocks of %u x %u x %u = 0 threads",
                          kernel, b.x, b.y, b.z);
    if (threads > MAX_THREADS || b.x > 1024 || b.y > 1024)
        return emu_refuse(
            site, cudaErrorInvalidValue, "use smaller blocks, and more of them",
            "%s is launched with blocks of %u x %u x %u = %llu threads, "
            "but a block has at most %d",
            kernel, b.x, b.y, b.z, (unsigned long long)threads, MAX_THREADS);
    if (b.z > 64)
        return emu_refuse(site, cudaErrorInvalidValue, "use the block's x or y instead",
                          "%s is launched with blocks of %u x %u x %u threads, but a "
                          "block's z is at most 64",
                          kernel, b.x, b.y, b.z);
    return cudaSuccess;
}

/* Of the kernel that was called. */
static cudaError_t beyond_bounds(const char *kernel, struct dim3 b, uintptr_t site)
{
    const unsigned threads = b.x * b.y * b.z;
    if (!called.threads || threads <= called.threads)
        return cudaSuccess;
    return emu_refuse(site, cudaErrorInvalidValue,
                      "launch smaller blocks, or raise the first number of "
                      "__launch_bounds__",
                      "%s is launched with blocks of %u threads, but its "
                      "__launch_bounds__ allow %u",
                      kernel, threads, called.threads);
}

static cudaError_t bad_grid(const char *kernel, struct dim3 g, uintptr_t site)
{
    if (g.x == 0 || g.y == 0 || g.z == 0)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "round the number of blocks up: (n + block - 1) / block",
                          "%s is launched with a grid of %u x %u x %u = 0 blocks",
                          kernel, g.x, g.y, g.z);
    if (g.x > 0x7fffffff || g.y > 65535 || g.z > 65535)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "use x for the long side: a grid's x is at most 2147483647",
                          "%s is launched with a grid of %u x %u x %u blocks, but a "
                          "grid's y and z are at most 65535",
                          kernel, g.x, g.y, g.z);
    return cudaSuccess;
}

/* All blocks of a cooperative launch must be resident at one time. */
static cudaError_t too_large(const struct emu_config *c, uintptr_t pc,
                             const char *kernel, uintptr_t site)
{
    const struct profile *p = emu_profile();
    const uint64_t blocks = (uint64_t)c->__grid.x * c->__grid.y * c->__grid.z;
    struct occupancy o;
    emu_occupancy(&o, c->__block.x * c->__block.y * c->__block.z,
                  c->__shared + emu_kernel_static_bytes(pc), 0);
    if (blocks <= (uint64_t)(o.blocks * p->sms))
        return cudaSuccess;
    return emu_refuse(site, cudaErrorCooperativeLaunchTooLarge,
                      "launch at most cudaOccupancyMaxActiveBlocksPerMultiprocessor() "
                      "blocks per SM",
                      "%s is launched cooperatively with %llu blocks, but the %s holds "
                      "%.0f of them at one time",
                      kernel, (unsigned long long)blocks, p->name, o.blocks * p->sms);
}

cudaError_t emu_launch_check(struct emu_config *c, void (*run)(void *), void *closure,
                             const char *kernel, uintptr_t site)
{
    const struct profile *p = emu_profile();
    cudaError_t error = bad_block(kernel, c->__block, site);
    if (!error)
        error = bad_grid(kernel, c->__grid, site);
    if (error)
        return error;
    if (!emu_stream_valid(c->stream))
        return emu_refuse(site, cudaErrorInvalidResourceHandle,
                          "create it with cudaStreamCreate, and destroy it after its "
                          "last use",
                          "%s is launched on a stream that does not exist", kernel);
    const uintptr_t pc = call(run, closure)->pc;
    error = beyond_bounds(kernel, c->__block, site);
    if (!error)
        error = emu_launch_clusters(c, &called, kernel, site);
    if (!error && c->cooperative)
        error = too_large(c, pc, kernel, site);
    if (error)
        return error;
    if (c->__shared == 0)
        return cudaSuccess;
    if (c->__shared > p->shared_bytes_block || c->__shared > SHARED_DYNAMIC_MAX)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "use less of it: a smaller tile, or fewer stages",
                          "%s is launched with %zu bytes of dynamic shared memory, but "
                          "a block of the %s has at most %.0f",
                          kernel, c->__shared, p->name, p->shared_bytes_block);
    uint64_t limit = emu_kernel_dynamic_limit(pc);
    if (c->__shared > limit)
        return emu_refuse(site, cudaErrorInvalidValue,
                          "allow more before the launch: cudaFuncSetAttribute(kernel, "
                          "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
                          "%s is launched with %zu bytes of dynamic shared memory, but "
                          "its limit is %llu",
                          kernel, c->__shared, (unsigned long long)limit);
    return cudaSuccess;
}
