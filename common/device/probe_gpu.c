/* The instrument beside a real GPU: the hardware shows neither faults nor counters to
   the program itself, so the answer is always "not known". See probe.h; what is
   not here is in probe_unknown.c. */
#include "probe.h"

bool probe_gave_up(void)
{
    return false;
}

bool probe_available(void)
{
    return false;
}

const char *probe_source(void)
{
    return "measured";
}

void probe_prepare(void)
{
}

void probe_device(bool there)
{
    (void)there;
}

void probe_close(bool closed)
{
    (void)closed;
}

void probe_reached(const void *address)
{
    (void)address;
}

void probe_witness(uint64_t seed)
{
    (void)seed;
}

void probe_reset(void)
{
}

bool probe_fault(struct fault *f)
{
    (void)f;
    return false;
}

void probe_counters(struct counters *c)
{
    *c = (struct counters){0};
}

void probe_arrays(void *const start[], const uint32_t width[], int n)
{
    (void)start, (void)width, (void)n;
}

void probe_array_counters(int i, struct array_counters *c)
{
    (void)i;
    *c = (struct array_counters){0};
}

uint64_t probe_stack(void)
{
    return 0;
}

void probe_sample(unsigned blocks)
{
    (void)blocks;
}

void probe_wave(bool alone)
{
    (void)alone;
}

void probe_order(uint64_t order)
{
    (void)order;
}

void probe_sms(unsigned sms)
{
    (void)sms;
}

void probe_kernel_before(bool used)
{
    (void)used;
}

void probe_pipeline(unsigned blocks, uint64_t seed)
{
    (void)blocks;
    (void)seed;
}

void probe_pipeline_counts(struct pipeline_counts *c)
{
    *c = (struct pipeline_counts){0};
}

void probe_withhold(unsigned ways, int bytes, uint64_t seed)
{
    (void)ways;
    (void)bytes;
    (void)seed;
}

void probe_flops(double flops)
{
    (void)flops;
}

void probe_l2_written(void)
{
}

void probe_timeout(double seconds)
{
    (void)seconds;
}

bool probe_occupancy(struct occupancy *o)
{
    (void)o;
    return false;
}

const char *probe_bottleneck(void)
{
    return "";
}

const char *probe_time(void)
{
    return "";
}

void probe_trace(const struct probe_matrix *matrices, int n)
{
    (void)matrices, (void)n;
}

void probe_trace_life(const uint32_t *block)
{
    (void)block;
}

void probe_trace_write(FILE *out)
{
    (void)out;
}
