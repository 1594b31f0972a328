/* A kernel on inputs that tell mistakes apart; wrong_probe.h states the contract. */
#include "diagnose/wrong_probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/host_alloc.h"
#include "operation/matrix.h"

/* What an element of left or right becomes. */
enum varies {
    ALL_ONE,
    BY_LINE,   /* between 1 and 2, by the row of left or the column of right */
    BY_K,      /* likewise, by k */
    IN_RANGE,  /* 1 where k is in the range, else 0 */
    LINE_LOW,  /* the line's number: its low digit + 1... */
    LINE_HIGH, /* ...and its high one */
    K_LOW,     /* likewise k */
    K_HIGH
};

struct probed {
    struct trial *t;
    int array;
    operation_function *fn;
    double seconds;
    struct wrong_probe *p;
    size_t from, to; /* IN_RANGE */
    double *ref, *bound;
    /* Of the last call: elements that are wrong; of these, those that hold a number,
       and the first of them. What was not written, or spoilt by a NaN, says nothing of
       the products. */
    size_t wrong, numbers, first;
};

static bool is_e4m3(const struct probed *with)
{
    return with->t->p.of->array[with->p->of.of->right].type == ELEMENT_E4M3;
}

/* Numbers that the factors hold exactly: so many from 1 to below 2; digits from 1. */
static size_t steps(const struct probed *with)
{
    return is_e4m3(with) ? 8 : 128;
}

static size_t digits(const struct probed *with)
{
    return is_e4m3(with) ? 16 : 128;
}

static double step(const struct probed *with, size_t i)
{
    return 1 + (double)(matrix_random(7, i) % steps(with)) / (double)steps(with);
}

static double varied(const struct probed *with, enum varies how, size_t line, size_t k)
{
    switch (how) {
    case BY_LINE:
        return step(with, line);
    case BY_K:
        return step(with, k);
    case IN_RANGE:
        return k >= with->from && k <= with->to;
    case LINE_LOW:
        return (double)(line % digits(with) + 1);
    case LINE_HIGH:
        return (double)(line / digits(with) + 1);
    case K_LOW:
        return (double)(k % digits(with) + 1);
    case K_HIGH:
        return (double)(k / digits(with) + 1);
    default:
        return 1;
    }
}

static void fill(const struct probed *with, bool left, enum varies how)
{
    const struct product *x = &with->p->of;
    const int array = left ? x->of->left : x->of->right;
    const size_t lines = left ? x->rows : x->cols;

    if (array == NO_FACTOR)
        return;
    for (size_t i = 0; i < lines; i++)
        for (size_t k = 0; k < x->k; k++) {
            const struct place at = product_place(x, left, i, k);

            element_set(x->p->of->array[array].type, x->p->array[array],
                        at.row * problem_extent(x->p, array).ld + at.col,
                        varied(with, how, i, k));
        }
}

static double got(const struct probed *with, size_t at)
{
    const struct extent e = problem_extent(&with->t->p, with->array);

    return element_get(with->t->p.of->array[with->array].type,
                       with->t->result[with->array], at / e.cols * e.ld + at % e.cols);
}

static bool is_wrong(const struct probed *with, size_t at)
{
    return !(fabs(got(with, at) - with->ref[at]) <= with->bound[at]);
}

/* Call the kernel, and see what is wrong. False after a fault. */
static bool call_again(struct probed *with)
{
    struct trial *t = with->t;
    struct finding ignored = {0};

    trial_put_inputs(t);
    problem_reference(&t->p, with->array, with->ref, with->bound);
    if (!trial_call(t, with->fn, with->seconds, NULL, &ignored))
        return false;
    with->wrong = with->numbers = 0;
    for (size_t at = 0; at < with->p->of.rows * with->p->of.cols; at++) {
        if (!is_wrong(with, at))
            continue;
        with->wrong++;
        if (isfinite(got(with, at)) && with->numbers++ == 0)
            with->first = at;
    }
    return true;
}

static bool call(struct probed *with, enum varies left, enum varies right)
{
    fill(with, true, left);
    fill(with, false, right);
    return call_again(with);
}

/* An element as a share of what it must be, `whole` in all: a number of products. */
static double share(const struct probed *with, size_t at, double whole)
{
    const double n = got(with, at) * whole / with->ref[at];

    return fabs(n - round(n)) < 1e-3 ? round(n) : n;
}

/* How often each k is in an element, by ranges of this size. */
static bool count_ranges(struct probed *with, bool left, size_t at, size_t size)
{
    struct wrong_probe *p = with->p;

    p->ranges = 0;
    for (size_t k = 0; k < p->of.k && p->ranges < PROBE_RANGES; k += size) {
        with->from = k;
        with->to = k + size > p->of.k ? p->of.k - 1 : k + size - 1;
        if (!call(with, left ? IN_RANGE : ALL_ONE, left ? ALL_ONE : IN_RANGE))
            return false;
        p->range[p->ranges++] =
            (struct probe_range){with->from, with->to, share(with, at, 1)};
    }
    return true;
}

static bool ranges_differ(const struct wrong_probe *p)
{
    for (int i = 0; i < p->ranges; i++)
        if (p->range[i].times != 1)
            return true;
    return false;
}

/* The ranges of k that an element has not once; of the first few k where each range has
   as many as it must have. */
static bool find_ranges(struct probed *with, bool left)
{
    struct wrong_probe *p = with->p;
    const size_t at = with->first;
    size_t size = 1;

    p->row = at / p->of.cols;
    p->col = at % p->of.cols;
    while (size * PROBE_RANGES < p->of.k)
        size *= 2;
    if (!count_ranges(with, left, at, size))
        return false;
    if (size > 1 && !ranges_differ(p) && !count_ranges(with, left, at, 1))
        return false;
    if (!ranges_differ(p))
        p->ranges = 0;
    return true;
}

/* Two wrong elements of the last call: the first, and the last. */
static int wrong_places(const struct probed *with, size_t at[PROBE_EXAMPLES])
{
    int n = 0;

    for (size_t i = 0; i < with->p->of.rows * with->p->of.cols; i++)
        if (is_wrong(with, i) && isfinite(got(with, i)))
            at[n < PROBE_EXAMPLES ? n++ : PROBE_EXAMPLES - 1] = i;
    return n;
}

/* Add a digit of a number that is a result's, `digit + 1` where it is correct. Once
   that is no digit, the number is SIZE_MAX. */
static void read_digit(const struct probed *with, size_t at, size_t correct,
                       size_t unit, size_t *number)
{
    const double digit = share(with, at, (double)correct + 1);

    if (digit != round(digit) || digit < 1 || digit > (double)digits(with) ||
        correct >= digits(with) || *number == SIZE_MAX)
        *number = SIZE_MAX;
    else
        *number += unit * ((size_t)digit - 1);
}

/* Which line, or which k, of one side is multiplied with that k of the other one, in
   wrong elements of the last call: into examples, where it is not the one that it must
   be. */
static bool find_examples(struct probed *with, bool left, bool of_k)
{
    static const enum varies numbers[2][2] = {{LINE_LOW, LINE_HIGH}, {K_LOW, K_HIGH}};
    struct wrong_probe *p = with->p;
    const size_t tried[] = {0, 1, p->of.k / 2, p->of.k - 1};
    size_t at[PROBE_EXAMPLES];
    const int n = wrong_places(with, at);
    const size_t base = digits(with);

    p->of_left = left;
    for (size_t i = 0; i < sizeof tried / sizeof *tried && !p->examples; i++) {
        struct probe_example e[PROBE_EXAMPLES];
        bool once[PROBE_EXAMPLES];

        if (tried[i] >= p->of.k)
            continue;
        with->from = with->to = tried[i];
        if (!call(with, left ? ALL_ONE : IN_RANGE, left ? IN_RANGE : ALL_ONE))
            return false;
        for (int j = 0; j < n; j++)
            once[j] = share(with, at[j], 1) == 1; /* else numbers would be added up */
        for (int j = 0; j < n; j++) {
            const size_t row = at[j] / p->of.cols, col = at[j] % p->of.cols;

            e[j] = (struct probe_example){row, col,
                                          of_k   ? tried[i]
                                          : left ? row
                                                 : col,
                                          0};
        }
        for (int high = 0; high < 2; high++) {
            if (!call(with, left ? numbers[of_k][high] : IN_RANGE,
                      left ? IN_RANGE : numbers[of_k][high]))
                return false;
            for (int j = 0; j < n; j++)
                read_digit(with, at[j],
                           high ? e[j].expected / base : e[j].expected % base,
                           high ? base : 1, &e[j].got);
        }
        for (int j = 0; j < n; j++)
            if (once[j] && e[j].got != SIZE_MAX && e[j].got != e[j].expected)
                p->example[p->examples++] = e[j];
    }
    return true;
}

static bool try_all(struct probed *with)
{
    struct wrong_probe *p = with->p;
    const struct {
        bool *wrong;
        enum varies left, right;
    } probes[] = {
        {&p->left_lines, BY_LINE, ALL_ONE},
        {&p->left_k, BY_K, ALL_ONE},
        {&p->right_k, ALL_ONE, BY_K},
        {&p->right_lines, ALL_ONE, BY_LINE},
        {&p->pairs, BY_K, BY_K},
    };

    if (p->of.of->alone && p->of.of->alone(&with->t->p)) {
        if (!call_again(with))
            return false;
        p->rest = with->wrong == 0;
        if (p->rest)
            return true;
    }
    if (!call(with, ALL_ONE, ALL_ONE))
        return false;
    p->count = with->numbers > 0;
    if (p->count) {
        p->products = share(with, with->first, (double)p->of.k);
        return find_ranges(with, p->of.of->left != NO_FACTOR);
    }
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
        const bool left = i < 2;

        if (!call(with, probes[i].left, probes[i].right))
            return false;
        *probes[i].wrong = with->numbers > 0;
        if (!*probes[i].wrong || p->examples || p->ranges)
            continue;
        if (i == 1 || i == 2 ? !find_ranges(with, left)
                             : !find_examples(with, left, i == 4))
            return false;
    }
    return true;
}

bool wrong_probe(struct trial *t, int array, operation_function *fn, double seconds,
                 struct wrong_probe *p)
{
    float scalar[OPERATION_SCALARS];
    struct probed with = {.t = t, .array = array, .fn = fn, .seconds = seconds, .p = p};
    size_t n;
    bool done = true;

    *p = (struct wrong_probe){0};
    if (!product_of(&t->p, array, &p->of))
        return false;
    memcpy(scalar, t->p.scalar, sizeof scalar);
    if (t->p.of->scalar[0])
        done = scalar[0] != 0; /* alpha: nothing is left of the product */
    n = p->of.rows * p->of.cols;
    with.ref = host_alloc_double(n);
    with.bound = host_alloc_double(n);
    done = done && try_all(&with);
    /* The finding names the sizes and scalars of the last call: those of the wrong one.
     */
    if (done && memcmp(scalar, t->p.scalar, sizeof scalar) != 0) {
        memcpy(t->p.scalar, scalar, sizeof scalar);
        call_again(&with);
    }
    free(with.ref);
    free(with.bound);
    return done;
}
