/* A number whose bits depend on all bits of another one: the last step of splitmix64
   (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014). */
#ifndef EMU_MIX_H
#define EMU_MIX_H

#include <stdint.h>

static inline uint64_t emu_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

#endif
