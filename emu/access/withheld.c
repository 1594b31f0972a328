/* Elements that a call withholds; withheld.h states the contract. */
#include "withheld.h"

#include <string.h>

#include "mark.h"

static unsigned withheld; /* ways */
static int element_bytes = 4;
static uint64_t seed_of_call;
/* Each OS thread draws numbers of its own. */
static __thread uint64_t emu_withhold_drawn;

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

/* By splitmix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators
   (2014). */
uint64_t emu_withhold_draw(void)
{
    uint64_t x = seed_of_call + (uintptr_t)&emu_withhold_drawn + ++emu_withhold_drawn * 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
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
