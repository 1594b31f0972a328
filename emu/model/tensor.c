/* The time of tensor cores: operations, and the rate of their instruction and type. */
#include "tensor.h"

#include <math.h>
#include <stdio.h>

#include "profile.h"
#include "settings.h"

double emu_tensor_operations(const struct counters *c)
{
    return (double)c->matrix_ops_f16 + c->matrix_ops_bf16 + c->matrix_ops_tf32 +
           c->matrix_ops_s8;
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

static double mma_cycles(double operations, double rate)
{
    return cycles_at(operations, rate, "tensor cores for this type", "a100");
}

static double wgmma_cycles(double operations, double rate)
{
    return cycles_at(operations, rate, "wgmma", "h200");
}

double emu_tensor_cycles(const struct counters *c)
{
    const struct profile *p = emu_profile();
    const double wgmma_16 = (double)c->wgmma_ops_16,
                 wgmma_tf32 = (double)c->wgmma_ops_tf32;
    /* bf16 came after f16, with its rate. */
    const double rate_16 =
        c->matrix_ops_bf16 > 0 && p->compute_major < 8 ? 0 : p->tensor_f16;
    /* wgmma reads its factors from shared memory while it multiplies. */
    const double wgmma = fmax(wgmma_cycles(wgmma_16, p->wgmma_16) +
                                  wgmma_cycles(wgmma_tf32, p->wgmma_tf32),
                              (double)c->wgmma_wavefronts / p->l1_wavefronts);
    return wgmma +
           mma_cycles((double)(c->matrix_ops_f16 + c->matrix_ops_bf16) - wgmma_16,
                      rate_16) +
           mma_cycles((double)c->matrix_ops_tf32 - wgmma_tf32, p->tensor_tf32) +
           mma_cycles((double)c->matrix_ops_s8, p->tensor_s8);
}
