/* No witness: memory cannot be closed. */
#include "witness.h"

void emu_witness_prepare(void)
{
}

void emu_witness_begin(struct worker *w)
{
    (void)w;
}

void emu_witness_lane(struct worker *w, int lane)
{
    (void)w, (void)lane;
}

void emu_witness_lanes_end(void)
{
}

void emu_witness_inside(bool begins)
{
    (void)begins;
}

double emu_witness_interval(void)
{
    return 0;
}
