/* What the blocks of one wave read; check.h states the contract. */
#include "check/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/time_limits.h"
#include "diagnose/diagnose.h"
#include "probe.h"
#include "trial/trial.h"

/* Elements that are compared. */
enum { SPOTS = 20000 };

static const struct check_rule rule = {
    "bytes of a wave, per bytes of a square", NULL, CHECK_AT_MOST, 1.3,
    "let the blocks that run at the same time compute a part of C that is nearly "
    "square: number the tiles down the rows of a group, then its next column"};

/* A block may store a few elements in a good order before it begins its tile. */
static const struct check_rule whole = {
    "elements of C, per block of the wave", NULL, CHECK_AT_LEAST, 1024,
    "let each block compute a tile of C, 32 x 32 or larger, before it stores another "
    "element"};

/* Elements of the outputs that the wave stores. */
static double stored_elements(const struct trial *t)
{
    double n = 0;

    for (int i = 0; t->p.of->array[i].name; i++) {
        struct array_counters c;

        probe_array_counters(i, &c);
        if (trial_is_output(t, i))
            n += (double)c.bytes_stored / element_bytes(t->p.of->array[i].type);
    }
    return n;
}

/* Bytes of the inputs that the elements of the output need, by the bytes that as many
   elements need at least. They need their rows of A and their columns of B; n * n
   elements in a square need n of each. */
static double bytes_to_least(const struct trial *t)
{
    double needed = 0;

    for (int i = 0; t->p.of->array[i].name; i++) {
        struct array_counters c;

        if (!trial_is_output(t, i))
            continue;
        probe_array_counters(i, &c);
        needed += (double)(c.rows_stored + c.columns_stored);
    }
    return needed / (2 * sqrt(stored_elements(t)));
}

void check_wave(const struct check *spec, uint64_t seed, struct finding *f)
{
    struct check_case one = {.of = check_function(spec, 0)};
    struct counters c;
    struct trial t;
    bool well;

    if (!spec->wave[0])
        return;
    memcpy(one.size, spec->wave, sizeof one.size);
    memcpy(one.scalar, one.of->tried[0], sizeof one.scalar);
    check_print_shape("one wave of blocks", spec, &one);
    trial_open(&t, one.of, one.size, one.scalar, seed);
    t.by_array = true;
    probe_wave(true);
    well = trial_call(&t, operation_kernel(one.of), TIME_LIMIT_CALL, NULL, f);
    probe_wave(false);
    if (well &&
        diagnose_some(&t, operation_kernel(one.of), true, SPOTS, TIME_LIMIT_CALL, f)) {
        probe_counters(&c);
        printf("  %.0f blocks run at the same time\n", (double)c.blocks);
        check_apply(&whole, stored_elements(&t) / (double)c.blocks, f);
        check_apply(&rule, bytes_to_least(&t), f);
    }
    trial_close(&t);
}
