/* Elements that a call withholds; withheld.h states the contract. */
#include "withheld.h"

#include <string.h>

#include "launch.h"
#include "mark.h"
#include "mix.h"
#include "platform.h"
#include "running.h"
#include "worker.h"

static unsigned withheld; /* ways */
static int element_bytes = 4;
static uint64_t seed_of_call;
/* What the running block of this OS thread has drawn. */
static EMU_OWN struct emu_drawing {
    uint64_t launch, block, drawn;
} emu_drawing;

void emu_withhold(unsigned ways, int bytes, uint64_t seed)
{
    withheld = ways;
    element_bytes = bytes;
    seed_of_call = seed;
}

bool emu_withholds(unsigned ways)
{
    return withheld & ways;
}

/* The same numbers for a block on any OS thread, so that a call is repeatable: a stream
   of splitmix64 (mix.h) for each block. */
uint64_t emu_withhold_draw(void)
{
    const uint64_t step = 0x9e3779b97f4a7c15;
    const struct worker *w = emu_worker();
    if (emu_drawing.launch != w->launch->number || emu_drawing.block != w->block)
        emu_drawing = (struct emu_drawing){w->launch->number, w->block, 0};
    const uint64_t stream =
        emu_mix(seed_of_call + (emu_drawing.block << 32) + emu_drawing.launch);
    return emu_mix(stream + ++emu_drawing.drawn * step);
}

int emu_withhold_input(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return mark_input(bits, element_bytes);
}

void emu_withhold_bytes(void *at, size_t n)
{
    for (size_t i = 0; i + element_bytes <= n; i += element_bytes) {
        const uint32_t bits = mark_read((char *)at + i, element_bytes);
        if (mark_input(bits, element_bytes) >= 0 && emu_withhold_draw() & 1)
            memset((char *)at + i, 0, element_bytes);
    }
}
