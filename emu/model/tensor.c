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

double emu_tensor_cycles(const struct counters *c)
{
    const struct profile *p = emu_profile();
    double mma = 0, wgmma = 0;
    for (int kind = 0; kind < EMU_ELEMENT_KINDS; kind++) {
        const bool has =
            10 * p->compute_major + p->compute_minor >= emu_element(kind)->since;
        wgmma += cycles_at((double)c->wgmma_ops[kind], p->wgmma[kind], "wgmma", "h200");
        mma += cycles_at((double)(c->matrix_ops[kind] - c->wgmma_ops[kind]),
                         has ? p->mma[kind] : 0, "tensor cores for this type", "a100");
    }
    /* wgmma reads its factors from shared memory while it multiplies. */
    return mma + fmax(wgmma, (double)c->wgmma_wavefronts / p->l1_wavefronts);
}
