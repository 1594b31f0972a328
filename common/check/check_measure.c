/* The quantities that technique rules are about; check.h lists them. A quotient by
   nothing is NaN, which satisfies no rule. */
#include "check/check.h"

#include <math.h>

enum { WORD = 4, WAVEFRONT = 128 }; /* bytes: a wavefront is a word of each bank */

static double per(double quantity, double of)
{
    return of > 0 ? quantity / of : NAN;
}

/* An atomic operation loads and stores. */
static double loaded_bytes(const struct counters *c)
{
    return (double)(c->global_load_bytes + c->atomic_bytes + c->constant_bytes);
}

double check_sectors_per_load(const struct counters *c, double fmas)
{
    (void)fmas;
    return per((double)(c->global_load_sectors + c->atomic_sectors),
               (double)(c->global_load_requests + c->atomic_requests));
}

double check_sectors_per_store(const struct counters *c, double fmas)
{
    (void)fmas;
    return per((double)(c->global_store_sectors + c->atomic_sectors),
               (double)(c->global_store_requests + c->atomic_requests));
}

double check_words_per_sector(const struct counters *c, double fmas)
{
    (void)fmas;
    return per(
        (double)(c->global_load_bytes + c->global_store_bytes + c->atomic_bytes) / WORD,
        (double)(c->global_load_sectors + c->global_store_sectors + c->atomic_sectors));
}

double check_global_words_per_fma(const struct counters *c, double fmas)
{
    return per(loaded_bytes(c) / WORD, fmas);
}

double check_shared_words_per_fma(const struct counters *c, double fmas)
{
    return per((double)c->shared_load_bytes / WORD, fmas);
}

double check_shared_words_per_global(const struct counters *c, double fmas)
{
    (void)fmas;
    return per((double)c->shared_load_bytes, loaded_bytes(c));
}

double check_percent_in_16(const struct counters *c, double fmas)
{
    (void)fmas;
    return per(100.0 * (double)c->global_bytes_in_16,
               loaded_bytes(c) + (double)c->global_store_bytes);
}

double check_wavefronts_per_load(const struct counters *c, double fmas)
{
    (void)fmas;
    return per((double)c->shared_load_wavefronts,
               (double)c->shared_load_bytes / WAVEFRONT);
}

double check_wavefronts_per_store(const struct counters *c, double fmas)
{
    (void)fmas;
    return per((double)c->shared_store_wavefronts,
               (double)c->shared_store_bytes / WAVEFRONT);
}
