/* Results that must be the same in every order of blocks; check.h states the contract.
 */
#include "check/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/time_limits.h"
#include "device/host_alloc.h"
#include "probe.h"
#include "rpc/supervise.h"
#include "trial/trial.h"

/* The first one is what the others are compared with. */
enum { ORDERS = 4, ORDERS_OF_LARGE = 2 };
static const double large = 1e8; /* operations */

static const struct check_rule rule = {
    "elements that depend on the order", NULL, CHECK_AT_MOST, 0,
    "atomic operations are made in the order in which blocks and warps run: let each "
    "block store its part of a sum, and add the parts in a later kernel, always in the "
    "same order"};

/* Elements of an output that differ, bit by bit, between two calls. */
struct difference {
    int array;    /* the first with a difference... */
    size_t n, at; /* ...how many it has, and the place of the first */
};

static size_t bytes_of(const struct trial *t, int array)
{
    return t->device[array].n * element_bytes(t->device[array].type);
}

static struct difference compare(const struct trial *t, void *const kept[])
{
    struct difference d = {0};

    for (int i = 0; t->p.of->array[i].name && d.n == 0; i++) {
        const size_t each = element_bytes(t->device[i].type);

        if (!trial_is_output(t, i))
            continue;
        d.array = i;
        for (size_t k = t->device[i].n; k-- > 0;)
            if (memcmp((const char *)t->result[i] + k * each,
                       (const char *)kept[i] + k * each, each) != 0) {
                d.n++;
                d.at = k;
            }
    }
    return d;
}

/* "78 of 128 elements of dw change ..., the first at index 0": the rule's words, with
   the element and the line that wrote it. */
static void describe(const struct trial *t, void *const kept[],
                     const struct difference *d, struct finding *f)
{
    const struct operation_array *a = &t->p.of->array[d->array];
    const struct extent e = problem_extent(&t->p, d->array);
    const enum element type = t->device[d->array].type;
    const int row = (int)(d->at / e.ld), col = (int)(d->at % e.ld);
    struct probe_place written;
    char place[64];

    problem_place(&t->p, d->array, row, col, place, sizeof place);
    snprintf(
        f->what, sizeof f->what,
        "the result is correct, but not this lab's technique: %zu of %zu elements "
        "of %s change with the order in which blocks and warps run, the first at %s: "
        "got %.9g in one order and %.9g in another, expected the same bits",
        d->n, e.rows * e.cols, a->name, place,
        element_get(type, t->result[d->array], d->at),
        element_get(type, kept[d->array], d->at));
    f->element = (struct probe_element){.rank = 2, .index = {row, col}};
    if (a->rows == ONE)
        f->element = (struct probe_element){.rank = 1, .index = {col}};
    snprintf(f->element.array, sizeof f->element.array, "%s", a->name);
    if (!probe_writer(guarded_at(&t->device[d->array], d->at), &written) &&
        !probe_launch(&written))
        return;
    snprintf(f->file, sizeof f->file, "%s", written.file);
    f->line = written.line;
}

/* The outputs of the first order, for the caller to free. */
static void keep(const struct trial *t, void *kept[])
{
    for (int i = 0; t->p.of->array[i].name; i++)
        if (trial_is_output(t, i)) {
            kept[i] = host_bytes(bytes_of(t, i));
            memcpy(kept[i], t->result[i], bytes_of(t, i));
        }
}

/* Call it in one order, and compare it with the first one. True if it is the same. */
static bool is_same(const struct check_case *c, uint64_t seed, uint64_t order,
                    void *kept[], struct finding *f)
{
    struct difference d = {0};
    struct trial t;

    supervise_renew(); /* what it knows of another order is no result */
    trial_open(&t, c->of, c->size, c->scalar, seed);
    probe_order(order);
    if (trial_call(&t, operation_kernel(c->of), TIME_LIMIT_CALL, NULL, f)) {
        if (order == 1)
            keep(&t, kept);
        d = compare(&t, kept);
    }
    probe_order(0);
    if (d.n) {
        check_apply(&rule, (double)d.n, f);
        describe(&t, kept, &d, f);
    }
    trial_close(&t);
    return f->verdict == VERDICT_PASS;
}

/* Call it in all orders, until one of them gives another result, or a fault. */
static void judge(const struct check_case *c, uint64_t seed, struct finding *f)
{
    void *kept[OPERATION_ARRAYS] = {NULL};
    struct problem p = {.of = c->of};
    uint64_t orders, order = 1;

    memcpy(p.size, c->size, sizeof p.size);
    orders = c->of->work(&p).flops > large ? ORDERS_OF_LARGE : ORDERS;
    while (order <= orders && is_same(c, seed, order, kept, f))
        order++;
    if (order > orders)
        check_apply(&rule, 0, f);
    for (int i = 0; i < OPERATION_ARRAYS; i++)
        free(kept[i]);
}

void check_repeatable(const struct check *spec, uint64_t seed, struct finding *f)
{
    const struct operation *of;

    for (int i = 0; (of = check_function(spec, i)); i++)
        for (int k = 0; k < CHECK_REPEATED && f->verdict == VERDICT_PASS; k++) {
            struct check_case one = {.of = of};

            if (!spec->repeatable[i][k][0])
                continue;
            memcpy(one.size, spec->repeatable[i][k], sizeof one.size);
            memcpy(one.scalar, of->tried[of->n_tried - 1], sizeof one.scalar);
            check_print_shape("other orders of blocks and warps", spec, &one);
            judge(&one, seed, f);
        }
}
