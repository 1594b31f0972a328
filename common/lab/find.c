/* What the labs have entered in this program's lists: check.h, bench.h, tune.h. The
   linker's tables begin and end at these; NULL where no lab has such an entry. */
#include <string.h>

#include "bench/bench.h"
#include "check/check.h"
#include "tune/tune.h"

extern __attribute__((weak)) const struct check *const __start_checks[];
extern __attribute__((weak)) const struct check *const __stop_checks[];
extern __attribute__((weak)) const struct bench *const __start_benches[];
extern __attribute__((weak)) const struct bench *const __stop_benches[];
extern __attribute__((weak)) const struct tune *const __start_tunes[];
extern __attribute__((weak)) const struct tune *const __stop_tunes[];

const struct check *check_find(const char *lab)
{
    for (const struct check *const *c = __start_checks; c != __stop_checks; c++)
        if (strcmp((*c)->lab, lab) == 0)
            return *c;
    return NULL;
}

const struct bench *bench_find(const char *lab)
{
    for (const struct bench *const *b = __start_benches; b != __stop_benches; b++)
        if (strcmp((*b)->lab, lab) == 0)
            return *b;
    return NULL;
}

const struct tune *tune_find(const char *lab)
{
    for (const struct tune *const *t = __start_tunes; t != __stop_tunes; t++)
        if (strcmp((*t)->lab, lab) == 0)
            return *t;
    return NULL;
}
