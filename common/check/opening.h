/* How every run begins: its seed, and a line that says what runs where. */
#ifndef OPENING_H
#define OPENING_H

#include <stdbool.h>
#include <stdint.h>

/* The seed of this run: SEED in the environment, else today's date as 20261121, so
   that a class sees the same inputs on one day and others on the next. Returns false,
   with a line on stderr, if SEED is no number. */
bool opening_seed(uint64_t *seed);

/* The indefinite article of a GPU's name: an NVIDIA H200, a Tesla T4. */
const char *opening_article(const char *device);

/* Print "lab03 on NVIDIA H200 (GPU), seed 20261121" or the like to standard output.
   sms: how many SMs the modelled GPU has (probe_sms()), 0 if as many as usual. Touches
   the device: exits with status 2 if there is none. */
void opening_line(const char *lab, int sms, uint64_t seed);

#endif
