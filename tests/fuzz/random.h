/* The random numbers of the fuzzers: the same from the same start, on every machine. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The next number; *state is any number at first. */
uint64_t random_next(uint64_t *state);
/* Likewise, from 0 up to but not including n, which is not 0. */
uint64_t random_below(uint64_t *state, uint64_t n);

#ifdef __cplusplus
}
#endif

#endif
