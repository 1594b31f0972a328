/* instrument.h on the emulator: everything is known. */
#include "instrument.h"

#include <string.h>

#include "emu.h"

bool instrument_available(void)
{
    return true;
}

const char *instrument_source(void)
{
    return "modelled";
}

void instrument_reset(void)
{
    emu_settings.quiet = true;
    memset(&emu_counters, 0, sizeof emu_counters);
    emu_fault_forget();
}

bool instrument_fault(struct fault *f)
{
    return emu_fault_first(f);
}

void instrument_counters(struct counters *c)
{
    *c = emu_counters;
}

void instrument_sample(unsigned blocks)
{
    emu_settings.sample = blocks;
}

void instrument_flops(double flops)
{
    emu_settings.flops = flops;
}

void instrument_timeout(double seconds)
{
    emu_settings.timeout = seconds;
}

bool instrument_occupancy(struct occupancy *o)
{
    *o = emu_occupied;
    return o->blocks > 0;
}

const char *instrument_bottleneck(void)
{
    return emu_bottleneck;
}
