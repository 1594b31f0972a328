/* When two accesses of a cluster race; race_cluster.h states the contract. */
#include "race_cluster.h"

#include <stdlib.h>

#include "memory.h"
#include "settings.h"
#include "shared.h"
#include "symbols.h"

static uint64_t words(void)
{
    return emu_shared_bytes() / 4 + 4;
}

void emu_cluster_words_renew(struct cluster_words *c, const struct agents *a)
{
    c->write = emu_agents_renew(c->write, words(), sizeof *c->write);
    c->atomic = emu_agents_renew(c->atomic, words(), sizeof *c->atomic);
    c->read = emu_agents_renew(c->read, words() * a->warps, sizeof *c->read);
    free(c->remote_read);
    c->remote_read = NULL;
}

uint64_t emu_cluster_block_of(const struct agents *a, uint32_t agent)
{
    return a->cluster->member[agent / a->warps]->block;
}

uint32_t emu_cluster_thread_of(const struct agents *a, uint32_t agent, uint64_t access)
{
    return agent % a->warps * WARP_SIZE + (uint32_t)(access >> LANE_SHIFT & 0xff);
}

static void report(struct worker *w, struct cluster_access *a, uint32_t other,
                   uint64_t access, bool other_write)
{
    const struct fault_record f = {
        .kind = FAULT_RACE,
        .detail = DETAIL_CLUSTER,
        .block = w->block,
        .other_block = emu_cluster_block_of(a->by, other),
        .pc = emu_full_pc(a->as >> PC_SHIFT),
        .other_pc = emu_full_pc(access >> PC_SHIFT),
        .thread = emu_cluster_thread_of(a->by, a->agent, a->as),
        .other_thread = emu_cluster_thread_of(a->by, other, access),
        .remote = true,
        .owner = emu_cluster_block_of(a->by, a->owner->first),
        .offset = a->offset + SHARED_OFFSET,
        .size = a->size,
        .write = a->write,
        .other_write = other_write,
        .with_atomic = a->atomic};
    if (!a->told)
        emu_fault_record(w, &f);
    a->told = true;
}

/* Two accesses of the block that owns the memory are race_rule.c's. */
static bool concerns(const struct cluster_access *a, uint32_t other)
{
    const uint32_t first = a->owner->first, warps = a->owner->warps;
    return a->agent - first >= warps || other - first >= warps;
}

static void check(struct worker *w, struct cluster_access *a, uint32_t other,
                  uint64_t access, bool other_write)
{
    if (access && concerns(a, other) &&
        !emu_agents_ordered(a->by, a->agent, other, (uint32_t)access))
        report(w, a, other, access, other_write);
}

static void check_word(struct worker *w, struct cluster_access *a, uint64_t word)
{
    const struct cluster_words *c = a->words;
    const uint32_t warps = a->owner->warps, all = a->owner->all;
    check(w, a, c->write[word].agent, c->write[word].access, true);
    if (!a->atomic)
        check(w, a, c->atomic[word].agent, c->atomic[word].access, true);
    for (uint32_t i = 0; a->write && i < warps; i++)
        check(w, a, a->owner->first + i, c->read[word * warps + i], false);
    for (uint32_t i = 0; a->write && c->remote_read && i < all; i++)
        check(w, a, i, c->remote_read[word * all + i], false);
}

static void keep(struct cluster_access *a, uint64_t word)
{
    struct cluster_words *c = a->words;
    const uint32_t warps = a->owner->warps, all = a->owner->all;
    const uint32_t warp = a->agent - a->owner->first;
    if (a->atomic)
        c->atomic[word] = (struct touch){a->as, a->agent};
    else if (a->write)
        c->write[word] = (struct touch){a->as, a->agent};
    else if (warp < warps)
        c->read[word * warps + warp] = a->as;
    else {
        if (!c->remote_read)
            c->remote_read =
                emu_allocate(words() * all, sizeof a->as, "races in a cluster");
        c->remote_read[word * all + a->agent] = a->as;
    }
}

void emu_cluster_see(struct worker *w, struct cluster_access *a, bool kept)
{
    for (uint64_t k = a->offset / 4; k < (a->offset + a->size + 3) / 4; k++) {
        check_word(w, a, k);
        if (kept)
            keep(a, k);
    }
}
