/*
 * Rules of the timeline for the copy engine, mbarriers and wgmma:
 *
 *   copy     one engine per SM serves copies in their order, at the measured bandwidth;
 *            the bytes are there after the measured latency
 *   phase    is complete when its copies and arrivals are
 *   product  warp w's part of a wgmma is that of tensor core w % 4, which serves them
 * in their order
 */
#include "timeline_async.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A phase of an mbarrier: copies and arrivals that have not begun, and the last end. */
struct async_phase {
    uint32_t launch;
    uint64_t barrier, phase;
    size_t missing;
    double complete;
};
enum { NO_RECORD = 0, ROUND_BYTES = 4096 /* of bulk_round */ };

static bool belongs(const struct async_phase *p, const struct moment *m)
{
    return p->launch == m->launch && p->barrier == m->barrier && p->phase == m->phase;
}

/* 1 + the place of the moment's phase; NO_RECORD if there is none. */
static size_t find(const struct async_times *a, const struct moment *m)
{
    size_t i = a->phases;
    while (i && !belongs(&a->phase[i - 1], m))
        i--;
    return i;
}

void emu_async_prepare(struct async_times *a, struct moment *m, size_t n)
{
    size_t most = 0;
    *a = (struct async_times){0};
    for (size_t i = 0; i < n; i++)
        most += m[i].counts;
    a->phase = most ? calloc(most, sizeof *a->phase) : NULL;
    for (size_t i = 0; a->phase && i < n; i++) {
        if (m[i].kind != MOMENT_COPY && m[i].kind != MOMENT_ARRIVE)
            continue;
        m[i].record = m[i].counts ? find(a, &m[i]) : NO_RECORD;
        if (m[i].counts && !m[i].record) {
            a->phase[a->phases] = (struct async_phase){
                .launch = m[i].launch, .barrier = m[i].barrier, .phase = m[i].phase};
            m[i].record = ++a->phases;
        }
        if (m[i].record)
            a->phase[m[i].record - 1].missing++;
    }
    for (size_t i = 0; i < n; i++)
        if (m[i].kind == MOMENT_WAIT || m[i].kind == MOMENT_LAND)
            m[i].record = find(a, &m[i]);
}

void emu_async_launch(struct async_times *a)
{
    a->engine = 0;
    memset(a->tensor, 0, sizeof a->tensor);
    memset(a->group, 0, sizeof a->group);
}

void emu_async_end(struct async_times *a)
{
    free(a->phase);
}

double emu_async_ready(const struct async_times *a, const struct moment *m,
                       const char **why)
{
    const struct async_phase *p = m->record ? &a->phase[m->record - 1] : NULL;
    const bool multiplied = m->kind == MOMENT_MULTIPLIED;
    *why = multiplied ? "tensor" : "mbarrier";
    if (multiplied)
        return a->group[m->warp][m->group % GROUPS];
    if (m->kind == MOMENT_LAND)
        return p ? p->complete : 0;
    if (m->kind != MOMENT_WAIT || !p)
        return 0;
    return p->missing ? INFINITY : p->complete;
}

void emu_async_issue(struct async_times *a, struct moment *m, double at)
{
    const struct profile *gpu = emu_profile();
    double end = at;
    if (m->kind == MOMENT_COPY && gpu->bulk_sm_gbs > 0) {
        const double per_cycle = gpu->bulk_sm_gbs * 1e3 / gpu->clock_mhz;
        a->engine = fmax(a->engine, at) + m->bytes / per_cycle;
        end = a->engine + fmax(0, gpu->bulk_round - ROUND_BYTES / per_cycle);
    } else if (m->kind == MOMENT_PRODUCT && m->rate > 0) {
        double *tensor = &a->tensor[m->warp % SCHEDULERS];
        end = *tensor = fmax(*tensor, at) + SCHEDULERS * m->operations / m->rate;
        a->group[m->warp][m->group % GROUPS] = end;
    }
    m->end = llround(end);
    if (m->record && (m->kind == MOMENT_COPY || m->kind == MOMENT_ARRIVE)) {
        struct async_phase *p = &a->phase[m->record - 1];
        p->missing--;
        p->complete = fmax(p->complete, end);
    }
}
