/* The instrument beside a real GPU: the hardware shows neither faults nor counters to
   the program itself, so the answer is always "not known". See instrument.h; what is
   not here is in instrument_unknown.c. */
#include "instrument.h"

bool instrument_gave_up(void)
{
    return false;
}

bool instrument_available(void)
{
    return false;
}

const char *instrument_source(void)
{
    return "measured";
}

void instrument_prepare(void)
{
}

void instrument_device(bool there)
{
    (void)there;
}

void instrument_close(bool closed)
{
    (void)closed;
}

void instrument_reached(const void *address)
{
    (void)address;
}

void instrument_witness(uint64_t seed)
{
    (void)seed;
}

void instrument_reset(void)
{
}

bool instrument_fault(struct fault *f)
{
    (void)f;
    return false;
}

void instrument_counters(struct counters *c)
{
    *c = (struct counters){0};
}

uint64_t instrument_stack(void)
{
    return 0;
}

void instrument_sample(unsigned blocks)
{
    (void)blocks;
}

void instrument_flops(double flops)
{
    (void)flops;
}

void instrument_timeout(double seconds)
{
    (void)seconds;
}

bool instrument_occupancy(struct occupancy *o)
{
    (void)o;
    return false;
}

const char *instrument_bottleneck(void)
{
    return "";
}

void instrument_trace(const struct instrument_matrix *matrices, int n)
{
    (void)matrices, (void)n;
}

void instrument_trace_write(FILE *out)
{
    (void)out;
}
