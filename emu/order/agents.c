/* Clocks of the warps of a cluster; agents.h states the contract. */
#include "agents.h"

#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "event.h"
#include "settings.h"

static uint32_t warpgroups(const struct agents *a)
{
    return a->warps / WARPGROUP + 1;
}

void *emu_agents_renew(void *old, uint64_t n, uint64_t bytes)
{
    free(old);
    return emu_allocate(n, bytes, "races in a cluster");
}

static uint32_t *renew(uint32_t *old, uint64_t n)
{
    return emu_agents_renew(old, n, sizeof *old);
}

static bool resize(struct agents *a, uint32_t warps, uint32_t all)
{
    if (a->warps == warps && a->all == all)
        return false;
    a->warps = warps;
    a->all = all;
    a->clock = renew(a->clock, warps);
    a->fenced = renew(a->fenced, warps);
    a->known = renew(a->known, (uint64_t)warps * all);
    a->arriving = renew(a->arriving, (uint64_t)POOL * all);
    a->passed = renew(a->passed, (uint64_t)POOL * all);
    a->waited = renew(a->waited, (uint64_t)warpgroups(a) * all);
    return true;
}

static void set(struct agents *a, uint32_t now)
{
    a->start = now;
    for (uint32_t i = 0; i < a->warps; i++)
        a->clock[i] = a->fenced[i] = now + 1;
    for (uint32_t i = 0; i < a->warps * a->all; i++)
        a->known[i] = now;
    memset(a->arriving, 0, (size_t)POOL * a->all * sizeof *a->arriving);
    memset(a->passed, 0, (size_t)POOL * a->all * sizeof *a->passed);
    memset(a->waited, 0, (size_t)warpgroups(a) * a->all * sizeof *a->waited);
}

bool emu_agents_begin(const struct cluster *c,
                      struct agents *(*of)(const struct worker *w))
{
    const uint32_t threads = c->member[0]->launch->threads;
    const uint32_t warps = (threads + WARP_SIZE - 1) / WARP_SIZE;
    uint32_t now = 0;
    bool changed = false;
    for (int i = 0; i < c->size; i++) {
        struct agents *a = of(c->member[i]);
        changed |= resize(a, warps, warps * (uint32_t)c->size);
        a->cluster = c;
        a->first = (uint32_t)i * warps;
        for (uint32_t k = 0; k < warps; k++)
            now = a->clock[k] > now ? a->clock[k] : now;
    }
    for (int i = 0; i < c->size; i++)
        set(of(c->member[i]), now + 1);
    return changed;
}

static void join(uint32_t *to, const uint32_t *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = from[i] > to[i] ? from[i] : to[i];
}

static uint32_t *known(const struct agents *a, uint32_t warp)
{
    return &a->known[(size_t)warp * a->all];
}

/* Those that wait with these clocks will know what the warp has done, and knows. */
static void release(const struct agents *a, uint32_t warp, uint32_t *clocks)
{
    const uint32_t next = ++a->clock[warp], me = a->first + warp;
    join(clocks, known(a, warp), a->all);
    clocks[me] = next > clocks[me] ? next : clocks[me];
}

void emu_agents_arrive(const struct agents *a, uint32_t warp, struct agents *owner,
                       int i)
{
    release(a, warp, &owner->arriving[(size_t)i * a->all]);
}

void emu_agents_arrive_relaxed(const struct agents *a, uint32_t warp,
                               struct agents *owner, int i)
{
    uint32_t *clocks = &owner->arriving[(size_t)i * a->all];
    const uint32_t me = a->first + warp;
    join(clocks, known(a, warp), a->all);
    clocks[me] = a->fenced[warp] > clocks[me] ? a->fenced[warp] : clocks[me];
}

void emu_agents_fence(const struct agents *a, uint32_t warp)
{
    a->fenced[warp] = ++a->clock[warp];
}

void emu_agents_complete(struct agents *a, int i)
{
    const size_t at = (size_t)i * a->all;
    join(&a->passed[at], &a->arriving[at], a->all);
    memset(&a->arriving[at], 0, a->all * sizeof *a->arriving);
}

void emu_agents_pass(const struct agents *a, uint32_t warp, struct agents *owner, int i)
{
    join(known(a, warp), &owner->passed[(size_t)i * a->all], a->all);
}

void emu_agents_meet(const struct agents *a)
{
    for (uint32_t i = 0; i < a->warps; i++)
        release(a, i, known(a, 0));
    for (uint32_t i = 1; i < a->warps; i++)
        memcpy(known(a, i), known(a, 0), a->all * sizeof *a->known);
}

void emu_agents_waited(const struct agents *a, uint32_t warp)
{
    uint32_t *waited = &a->waited[(size_t)(warp / WARPGROUP) * a->all];
    release(a, warp, waited);
    join(known(a, warp), waited, a->all);
}

bool emu_agents_ordered(const struct agents *a, uint32_t agent, uint32_t other,
                        uint32_t clock)
{
    return other == agent || clock < known(a, agent - a->first)[other];
}

bool emu_agents_begun(const struct agents *a, uint32_t agent,
                      const struct agents *owner)
{
    const uint32_t *of = known(a, agent - a->first) + owner->first;
    for (uint32_t i = 0; i < owner->warps; i++)
        if (of[i] > a->start)
            return true;
    return false;
}
