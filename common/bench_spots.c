/* What is the same for every timed kernel; bench_one.h states the contract. */
#include "bench_one.h"
#include "judge.h"
#include "spot.h"

enum { SPOTS = 1000 };

/* A floor, and what a GPU of 20 GFLOP/s would need. */
double bench_seconds(double madds)
{
    return 6 + 2 * madds / 20e9;
}

/* The fewer, the more work each is, so that every size takes about as long. */
unsigned bench_sample_blocks(double madds, int K)
{
    const double whole_madds = 128.0 * 128 * 128;
    const int blocks = 4096 / K;

    return madds <= whole_madds ? 0 : blocks > 2 ? blocks : 2;
}

bool bench_spots_right(struct trial *t, trial_sgemm *fn, bool sampled, double seconds,
                       struct finding *f)
{
    size_t checked;
    struct matrix_diff d = spot_check(&t->p, t->C, sampled, SPOTS, &checked);

    if (d.wrong)
        judge_wrong(t, fn, seconds, &d, checked, f);
    return d.wrong == 0;
}
