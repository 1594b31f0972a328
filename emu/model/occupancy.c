/*
 * The number of blocks that an SM holds at one time. Each needs threads, shared memory,
 * registers, and one of the places for blocks. (CUDA C++ Programming Guide, compute
 * capabilities: technical specifications; registers are allocated per warp, in units of
 * 256, and divided among four schedulers, as in NVIDIA's occupancy calculator.)
 */
#include <math.h>

#include "model.h"
#include "param.h"
#include "profile.h"
#include "settings.h"

enum {
    REGISTERS_AT_A_TIME = 256,
    DRIVER_BYTES = 1024, /* of shared memory, in each block */
    SHARED_LEAST = 8,    /* at least an eighth of an SM's L1 is shared memory */
};

/*
 * An estimate of registers per thread, for machines without nvcc. A kernel without
 * local arrays has 32 registers or fewer, and FRAME_BYTES of stack on x86-64. nvcc
 * keeps most arrays that g++ has on the stack in registers, four bytes each; the rest
 * of a frame is values that g++ has no register for, more of them from g++ 13 on.
 * Fitted on 48 kernels, the solutions and tests/variants of labs 03 to 06. With g++ 12,
 * 38 have as many blocks per SM as with nvcc's number; with g++ 14, 33, and 26 with the
 * constant of g++ 12. The emulator and the kernels are taken to be compiled by one
 * version. Of the 27 kernels in docs/model.md, none is more than a
 * third off with g++ 12, and 26 have as many blocks. On WebAssembly only local arrays
 * are known (platform/wasm): there the constant gives the solutions of labs 04 to 12
 * what it gives them with g++ 12, to 20 % and, of seven, in five as many blocks.
 */
#ifdef __wasm__
#define BYTES_A_REGISTER 4.3
#elif __GNUC__ >= 13
#define BYTES_A_REGISTER 5.5
#else
#define BYTES_A_REGISTER 5.0
#endif
enum { WITHOUT_ARRAYS = 32, NO_ARRAY = 8, MOST = 255 };

static int estimate(uint64_t stack_bytes)
{
    uint64_t arrays = stack_bytes > FRAME_BYTES ? stack_bytes - FRAME_BYTES : 0;
    uint64_t n = WITHOUT_ARRAYS;
    if (arrays > NO_ARRAY)
        n += 1 + (uint64_t)((double)arrays / BYTES_A_REGISTER);
    return n < MOST ? (int)n : MOST;
}

void emu_occupancy(struct occupancy *o, uint32_t threads, uint64_t shared_bytes,
                   uint64_t stack_bytes)
{
    const struct profile *p = emu_profile();
    uint32_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    *o = (struct occupancy){.threads = threads,
                            .shared_bytes = shared_bytes,
                            .registers = emu_settings()->registers,
                            .most_warps = p->threads_sm / WARP_SIZE};
    o->estimated = o->registers == 0;
    if (o->estimated)
        o->registers = estimate(stack_bytes);
    double a_warp = ceil((double)o->registers * WARP_SIZE / REGISTERS_AT_A_TIME) *
                    REGISTERS_AT_A_TIME;
    double for_warps = floor(p->registers_sm / SCHEDULERS / a_warp) * SCHEDULERS;
    enum { THREADS, SHARED, REGISTERS, BLOCKS };
    const struct {
        const char *name;
        double blocks;
    } limits[] = {
        [THREADS] = {"threads", floor(p->threads_sm / (warps * WARP_SIZE))},
        [SHARED] = {"shared memory",
                    floor(p->shared_bytes_sm / (shared_bytes + DRIVER_BYTES))},
        [REGISTERS] = {"registers", stack_bytes || !o->estimated
                                        ? floor(for_warps / warps)
                                        : INFINITY},
        [BLOCKS] = {"blocks", p->blocks_sm},
    };
    int least = 0;
    double at_most = INFINITY;
    for (int i = 0; i < (int)(sizeof limits / sizeof *limits); i++) {
        if (limits[i].blocks < limits[least].blocks)
            least = i;
        if (i != REGISTERS || !o->estimated)
            at_most = fmin(at_most, limits[i].blocks);
    }
    o->limit = limits[least].name;
    o->blocks = (int)fmax(1, limits[least].blocks);
    o->at_most = (int)fmax(1, at_most);
}

uint64_t emu_l1_bytes(const struct occupancy *o)
{
    const double l1 = emu_profile()->l1_bytes;
    const double shared = o->blocks * (double)(o->shared_bytes + DRIVER_BYTES);
    return l1 - fmax(shared, l1 / SHARED_LEAST);
}

uint64_t emu_l1_share(uint64_t blocks, uint32_t threads, uint64_t shared_bytes)
{
    struct occupancy o;
    emu_occupancy(&o, threads, shared_bytes, 0);
    return emu_l1_bytes(&o) /
           fmax(8, fmin(o.blocks, ceil(blocks / emu_profile()->sms)));
}
