/* The time of tensor cores: operations, and the rate of their instruction and type. */
#include "tensor.h"

#include <math.h>
#include <stdio.h>

#include "element_kind.h"
#include "profile.h"
#include "settings.h"

double emu_tensor_operations(const struct counters *c)
{
    double all = 0;
    for (int kind = 0; kind < EMU_ELEMENT_KINDS; kind++)
        all += (double)c->matrix_ops[kind];
    return all;
}

/* Cycles of an SM's tensor cores for operations of which it has `rate` per cycle. */
static double cycles_at(double operations, double rate, const char *of, const char *has)
{
    if (operations > 0 && rate <= 0) {
        fprintf(stderr, "the modelled %s has no %s\n", emu_profile()->name, of);
        fprintf(stderr, "model another GPU, such as GPU=%s (EMU_GPU=%s)\n", has, has);
        emu_give_up();
    }
    return operations > 0 ? operations / rate : 0;
}

/* Of mma.sync, operations per SM and cycle. ptxas of CUDA 13.0 converts 8-bit floats to
   f16 for compute capability 9.0; the time of these conversions is not modelled. */
static double mma_rate(const struct profile *p, int kind)
{
    const struct element *e = emu_element(kind);
    const double capability = 10 * p->compute_major + p->compute_minor;
    if (capability < e->since)
        return 0;
    return p->mma[e->converts && capability >= e->converts ? EMU_F16 : kind];
}

double emu_tensor_cycles(const struct counters *c)
{
    const struct profile *p = emu_profile();
    double mma = 0, wgmma = 0;
    for (int kind = 0; kind < EMU_ELEMENT_KINDS; kind++) {
        wgmma += cycles_at((double)c->wgmma_ops[kind], p->wgmma[kind], "wgmma", "h200");
        mma += cycles_at((double)(c->matrix_ops[kind] - c->wgmma_ops[kind]),
                         mma_rate(p, kind), "tensor cores for this type", "a100");
    }
    /* wgmma reads its factors from shared memory while it multiplies. */
    return mma + fmax(wgmma, (double)c->wgmma_wavefronts / p->l1_wavefronts);
}
