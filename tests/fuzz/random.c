/* splitmix64: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators,
   OOPSLA 2014, figure 17. */
#include "random.h"

uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

uint64_t random_below(uint64_t *state, uint64_t n)
{
    return random_next(state) % n;
}
