/* What is the same for every timed kernel; bench_one.h states the contract. */
#include "bench/bench_one.h"
#include "diagnose/diagnose.h"

enum { SPOTS = 1000 };

const float *bench_scalars(const struct operation *of)
{
    return of->tried[of->n_tried - 1];
}

/* A floor, and what a GPU of 20 GFLOP/s would need. */
double bench_seconds(const struct problem *p)
{
    return 6 + p->of->work(p).flops / 20e9;
}

/* The fewer, the more work each is, so that every size takes about as long: by the
   FMAs per element of the outputs, which is K of a product. */
unsigned bench_sample_blocks(const struct problem *p)
{
    const double whole = 128.0 * 128 * 128, fmas = p->of->work(p).flops / 2;
    double elements = 0;
    int blocks;

    for (int i = 0; p->of->array[i].name; i++)
        if (p->of->array[i].use != USE_IN) {
            const struct extent e = problem_extent(p, i);

            elements += (double)e.rows * (double)e.cols;
        }
    blocks = (int)(4096 * elements / fmas);
    return fmas <= whole ? 0 : blocks > 2 ? (unsigned)blocks : 2;
}

/* Elements to compare: fewer if the reference of each takes long. */
static int spots(const struct problem *p)
{
    const double most = 1 << 28; /* FMAs */
    const struct operation_array *a = p->of->array;
    double each = p->of->work(p).flops / 2;

    for (int i = 0; a[i].name; i++)
        if (a[i].use != USE_IN) {
            const struct extent e = problem_extent(p, i);

            each /= (double)e.rows * (p->of->by_rows ? 1 : (double)e.cols);
        }
    return each * SPOTS <= most ? SPOTS : (int)(most / each) + 1;
}

bool bench_spots_right(struct trial *t, operation_function *fn, bool sampled,
                       double seconds, struct finding *f)
{
    return diagnose_some(t, fn, sampled, spots(&t->p), seconds, f);
}
