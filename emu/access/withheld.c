/* Elements that a call withholds; withheld.h states the contract. */
#include "withheld.h"

#include <string.h>

#include "launch.h"
#include "mark.h"
#include "running.h"
#include "worker.h"

static unsigned withheld; /* ways */
static int element_bytes = 4;
static uint64_t seed_of_call;
/* What the running block of this OS thread has drawn. */
static __thread struct emu_drawing {
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

/* The same numbers for a block on any OS thread, so that a call is repeatable. By
   splitmix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators
   (2014). */
uint64_t emu_withhold_draw(void)
{
    const uint64_t step = 0x9e3779b97f4a7c15;
    const struct worker *w = emu_worker();
    if (emu_drawing.launch != w->launch->number || emu_drawing.block != w->block)
        emu_drawing = (struct emu_drawing){w->launch->number, w->block, 0};
    uint64_t x = seed_of_call + (emu_drawing.block << 32) + emu_drawing.launch;
    for (int round = 0; round < 2; round++) { /* the block's stream, then its number */
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        x ^= x >> 31;
        x += round == 0 ? ++emu_drawing.drawn * step : 0;
    }
    return x;
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
        uint32_t bits = 0;
        memcpy((char *)&bits + 4 - element_bytes, (char *)at + i, element_bytes);
        if (mark_input(bits, element_bytes) >= 0 && emu_withhold_draw() & 1)
            memset((char *)at + i, 0, element_bytes);
    }
}
