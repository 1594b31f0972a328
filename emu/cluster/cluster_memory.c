/* Shared memory of the other blocks of a cluster. Each has addresses of its own, so any
   access can reach it. In the shared state space, bits 24 and up are the block's rank.
 */
#include <stdio.h>

#include "cluster.h"
#include "event.h"
#include "odd_access.h"
#include "platform.h"
#include "shared.h"

enum { RANK_SHIFT = 24 };

struct worker *emu_cluster_owner(const struct worker *w, uintptr_t a)
{
    const struct cluster *c = emu_cluster_of(w);
    for (int i = 0; i < c->size; i++)
        if (c->member[i] != w && a - c->member[i]->shared_base < emu_shared_bytes())
            return c->member[i];
    return NULL;
}

/* The worker of the cluster to whose shared memory the address belongs, which may be w;
   NULL: none. */
static const struct worker *holder(const struct worker *w, uintptr_t a)
{
    return a - w->shared_base < emu_shared_bytes() ? w : emu_cluster_owner(w, a);
}

static uintptr_t window_of(const struct worker *w)
{
    return w->shared_base / SHARED_WINDOW * SHARED_WINDOW;
}

uint32_t emu_shared_address(const void *p)
{
    const struct worker *w = emu_worker();
    const struct worker *of = w ? holder(w, (uintptr_t)p) : NULL;
    if (!of)
        return (uint32_t)((uintptr_t)p - emu_shared_window());
    return (uint32_t)((uintptr_t)p - window_of(of)) | emu_cluster_rank_of(of)
                                                          << RANK_SHIFT;
}

void *emu_shared_at(uint32_t address)
{
    const struct worker *w = emu_worker();
    const struct cluster *c = w ? emu_cluster_of(w) : NULL;
    const uint32_t rank = address >> RANK_SHIFT;
    if (!c || rank >= (uint32_t)c->size)
        return (void *)(emu_shared_window() + address);
    return (void *)(window_of(c->member[rank]) + address % (1u << RANK_SHIFT));
}

int emu_is_shared_of_cluster(const void *p)
{
    const struct worker *w = emu_worker();
    return w && holder(w, (uintptr_t)p);
}

void *emu_cluster_map(const void *p, unsigned rank)
{
    const uintptr_t site = EMU_CALLER();
    const struct worker *w = emu_worker();
    const struct worker *of = holder(w, (uintptr_t)p);
    const struct cluster *c = emu_cluster_of(w);
    char text[100];
    if (!of)
        emu_stop_at("maps an address that is not in shared memory to another block of "
                    "its cluster",
                    site);
    if (rank >= (unsigned)c->size) {
        snprintf(text, sizeof text,
                 "maps an address to block %u of its cluster, which has %d block%s",
                 rank, c->size, c->size == 1 ? "" : "s");
        emu_stop_at(text, site);
    }
    return (void *)((uintptr_t)p - of->shared_base + c->member[rank]->shared_base);
}

unsigned emu_cluster_rank_at(const void *p)
{
    const struct worker *of = holder(emu_worker(), (uintptr_t)p);
    if (of)
        return emu_cluster_rank_of(of);
    emu_stop_at("asks for the block of its cluster to which an address belongs that is "
                "not in shared memory",
                EMU_CALLER());
}

void emu_cluster_touch(struct worker *of, const struct remote_access *a)
{
    struct worker *w = emu_worker();
    const struct cluster *c = emu_cluster_of(w);
    const uint32_t rank = emu_cluster_rank_of(of);
    if (c->begun[rank])
        EMU_TELL(w->on, remote, w, a);
    if (!c->begun[rank] || !c->live[rank]) {
        struct fault_record f = emu_fault_here(FAULT_RACE, a->pc);
        f.detail = c->begun[rank] ? DETAIL_ENDED : DETAIL_NOT_BEGUN;
        f.offset = SHARED_OFFSET + a->offset;
        f.size = a->size;
        f.write = a->write;
        f.remote = true;
        uint32_t mine;
        f.owner = emu_cluster_block(
            w->launch, emu_cluster_number(w->launch, w->block, &mine), rank);
        emu_fault_abandon(w, &f);
    }
}

bool emu_cluster_access(uintptr_t p, uint64_t kind, uintptr_t pc)
{
    struct worker *w = emu_worker(), *of = emu_cluster_owner(w, p);
    if (!of)
        return false;
    const uint64_t offset = p - of->shared_base, end = offset + emu_key_size(kind);
    const struct remote_access a = {.owner = of,
                                    .offset = offset,
                                    .size = emu_key_size(kind),
                                    .write = kind & KEY_WRITE,
                                    .atomic = kind & KEY_ATOMIC,
                                    .pc = pc};
    emu_cluster_touch(of, &a);
    w->remote = of;
    emu_odd_access(of->shared_shadow + offset / 4, SHARED_OFFSET + offset, kind, pc);
    w->remote = NULL;
    if (a.write) {
        of->shared_low = offset < of->shared_low ? offset : of->shared_low;
        of->shared_high = end > of->shared_high ? end : of->shared_high;
    }
    return true;
}

struct emu_cluster_place emu_cluster_place(void)
{
    const struct worker *w = emu_worker();
    const struct dim3 g = w->launch->config.__grid, c = emu_cluster_size(w->launch);
    uint32_t rank;
    const struct uint3 at = emu_place_in(g, w->block);
    emu_cluster_number(w->launch, w->block, &rank);
    return (struct emu_cluster_place){
        .__block = {at.x % c.x, at.y % c.y, at.z % c.z},
        .__blocks = {c.x, c.y, c.z},
        .__cluster = {at.x / c.x, at.y / c.y, at.z / c.z},
        .__clusters = {g.x / c.x, g.y / c.y, g.z / c.z},
        .__rank = rank,
        .size = w->launch->together,
    };
}
