/* Blocks that share an SM, as queues; pace.h states the contract. */
#include <math.h>
#include <stddef.h>

#include "pace.h"
#include "param.h"
#include "profile.h"

/*
 * Cycles from start to end of `blocks` blocks that run at the same time. Their warps
 * share the schedulers, the pipe and the tensor cores: mean value analysis of a closed
 * network (Reiser and Lavenberg 1980), in which four schedulers are one that is four
 * times as fast, and a delay of three quarters of the service (Seidmann, Schweitzer and
 * Shalev-Oren 1987); so are four tensor cores. These multiply while their warp loads
 * its next operands: of the two, the longer counts.
 */
static double working(const struct block *b, int blocks)
{
    double issue = b->issue / b->warps, pipe = b->pipe / b->warps;
    double tensor = b->tensor / b->warps;
    /* Warps at each; cycles of one warp. */
    double at_issue = 0, at_pipe = 0, at_tensor = 0, all = 0;
    for (int n = 1; n <= blocks * b->warps; n++) {
        double in_issue = issue * (1 + at_issue), in_pipe = pipe * (1 + at_pipe);
        double in_tensor = tensor * (1 + at_tensor);
        all = b->delay + fmax(in_issue + (SCHEDULERS - 1) * issue + in_pipe,
                              in_tensor + (SCHEDULERS - 1) * tensor);
        at_issue = n * in_issue / all;
        at_pipe = n * in_pipe / all;
        at_tensor = n * in_tensor / all;
    }
    return all;
}

/* Cycles that a block waits when it is alone on an SM. */
static double waiting(const struct block *b)
{
    double phase = working(b, 1) / fmax(1, b->tiles + b->ahead);
    double seen = fmax(0, b->tile_latency - (1 - b->ahead_at + b->in_flight) * phase);
    return b->tiles * b->tile_latency + b->ahead * seen + b->rounds * b->round_latency +
           b->edge;
}

/*
 * The blocks of an SM work or wait: a closed network, of a delay and one server whose
 * speed depends on the number of its customers (Chandy, Herzog and Woo 1975). With m of
 * n at work, Little's law gives the state the weight waiting^(n - m) / (n - m)!  *
 * product of working(j) / j for j up to m.
 */
double emu_clocks_a_block(const struct pace *p, int blocks)
{
    double weight = 1, weights = 0, done = 0;
    for (int m = blocks; m >= 0; m--) {
        double work = m ? p->work[m] : 1;
        weights += weight;
        done += weight * m / work;
        weight *= p->wait * m / ((blocks - m + 1) * work);
    }
    return weights / done;
}

double emu_clocks_of_grid(const struct pace *p, double blocks, int at_a_time)
{
    const double sms = emu_profile()->sms, full = floor(blocks / (at_a_time * sms));
    const int last = (int)ceil((blocks - full * at_a_time * sms) / sms);
    return full * at_a_time * emu_clocks_a_block(p, at_a_time) +
           (last ? last * emu_clocks_a_block(p, last) : 0);
}

void emu_pace_of_program(struct pace *to, const struct program *p, int most)
{
    static const int simulated[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
    int before = 0;
    for (size_t k = 0; k < sizeof simulated / sizeof *simulated && before < most; k++) {
        const int m = simulated[k] < most ? simulated[k] : most;
        to->work[m] = p->passes * emu_sm_cycles(p, m);
        for (int i = before + 1; i < m; i++)
            to->work[i] = to->work[before] + (to->work[m] - to->work[before]) *
                                                 (i - before) / (m - before);
        before = m;
    }
}

void emu_pace_of_counts(struct pace *to, const struct block *b, int most)
{
    to->wait = waiting(b);
    for (int m = 1; m <= most; m++)
        to->work[m] = working(b, m);
}
