/* Generic and asynchronous views of shared memory; proxy.h states the contract. */
#include "proxy.h"

#include <string.h>

#include "barriers.h"
#include "bulk.h"
#include "settings.h"
#include "shared.h"
#include "wgmma.h"

/* When an mbarrier was initialised, by whom, and how many fences of both kinds this
   thread had executed. */
struct init {
    uint32_t time, thread, fences;
};

struct proxies {
    uint32_t now;  /* advances when a thread is ordered after others */
    uint32_t meet; /* when all threads were */
    uint32_t passed[MAX_THREADS], fences[MAX_THREADS];
    uint32_t reach; /* the latest time that a thread was ordered at before its fence */
    struct store *word;
    bool initialised; /* some mbarrier */
    struct init init[BARRIERS];
    uint32_t init_fences[MAX_THREADS];
    uint32_t init_reach; /* as `reach`, of both kinds of fences */
};

struct proxies *emu_proxy_new(void)
{
    static const char *const purpose = "views of shared memory";
    struct proxies *p = emu_allocate(1, sizeof *p, purpose);
    p->word = emu_allocate(emu_shared_bytes() / 4 + 4, sizeof *p->word, purpose);
    return p;
}

bool emu_proxy_used(void)
{
    return emu_bulk_end || emu_wgmma_end;
}

void emu_proxy_block(struct proxies *p)
{
    memset(p->word, 0, emu_shared_bytes() / 4 * sizeof *p->word);
    memset(p->passed, 0, sizeof p->passed);
    memset(p->fences, 0, sizeof p->fences);
    p->now = 1;
    p->meet = p->reach = p->init_reach = 0;
    if (p->initialised) {
        memset(p->init, 0, sizeof p->init);
        memset(p->init_fences, 0, sizeof p->init_fences);
    }
    p->initialised = false;
}

void emu_proxy_store(struct proxies *p, uint32_t thread, uint64_t offset,
                     uint32_t bytes)
{
    const struct store s = emu_proxy_stamp(p, thread);
    for (uint64_t i = offset / 4; i < (offset + bytes + 3) / 4; i++)
        p->word[i] = s;
}

void emu_proxy_land(struct proxies *p, const struct landing *l)
{
    const struct store landed = {.fences = (unsigned)l->swizzle + 1};
    for (uint64_t i = l->offset / 4; l->bulk && i < (l->offset + l->bytes) / 4; i++)
        p->word[i] = landed;
    if (!l->bulk)
        emu_proxy_store(p, l->thread, l->offset, l->bytes);
}

int emu_proxy_swizzle(const struct proxies *p, uint64_t offset)
{
    const struct store s = p->word[offset / 4];
    return s.time ? -1 : (int)s.fences - 1;
}

void emu_proxy_fenced(struct proxies *p, uint32_t thread)
{
    const uint32_t ordered = p->passed[thread] > p->meet ? p->passed[thread] : p->meet;
    p->fences[thread]++;
    p->reach = ordered > p->reach ? ordered : p->reach;
    emu_proxy_init_fenced(p, thread);
}

void emu_proxy_initialised(struct proxies *p, uint32_t thread, int i)
{
    p->initialised = true;
    p->init[i] = (struct init){p->now, thread, p->init_fences[thread]};
}

void emu_proxy_init_fenced(struct proxies *p, uint32_t thread)
{
    const uint32_t ordered = p->passed[thread] > p->meet ? p->passed[thread] : p->meet;
    p->init_fences[thread]++;
    p->init_reach = ordered > p->init_reach ? ordered : p->init_reach;
}

bool emu_proxy_init_unfenced(const struct proxies *p, int i)
{
    const struct init s = p->init[i];
    return s.time && s.fences == p->init_fences[s.thread] && p->init_reach <= s.time;
}

void emu_proxy_meet(struct proxies *p)
{
    p->meet = ++p->now;
}

void emu_proxy_pass(struct proxies *p, uint32_t thread)
{
    p->passed[thread] = ++p->now;
}

struct store emu_proxy_stamp(const struct proxies *p, uint32_t thread)
{
    return (struct store){p->now, thread, p->fences[thread]};
}

bool emu_proxy_open(const struct proxies *p, struct store s)
{
    const uint32_t fences = p->fences[s.thread] & ((1u << 21) - 1);
    return s.time && s.fences == fences && p->reach <= s.time;
}

int emu_proxy_unfenced(const struct proxies *p, uint64_t offset, uint32_t bytes)
{
    for (uint64_t i = offset / 4; i < (offset + bytes + 3) / 4; i++) {
        if (emu_proxy_open(p, p->word[i]))
            return p->word[i].thread;
    }
    return -1;
}
