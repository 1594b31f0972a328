/*
 * Races in device memory. Within a block they are those of shared memory (race.c). Two
 * blocks of one launch are in no order at all: if both touch one byte, and one of them
 * writes it, other than by an atomic operation, that is a race too.
 *
 * Watched is what the launch may write: arrays that it was given by a pointer which is
 * not const, and any other from its first write on. Of each word the lowest and the
 * highest access of each kind are kept, which is the same whatever the cores do, and
 * tells two blocks from one. A kernel that calls __threadfence() puts its blocks in an
 * order that cannot be seen here: its blocks are not compared.
 *
 *   an access:   block:29  thread:11  pc:24
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emu.h"

enum {
    WORDS = 1024,
    THREAD_BITS = 11,
    PC_BITS = 24,
    BLOCK_SHIFT = THREAD_BITS + PC_BITS
};
enum kind { READ, WRITE, ATOMIC, KINDS };

/* The cells of some neighbouring words; they count from the launch that `launch` says.
 */
struct chunk {
    atomic_uint launch;
    struct {
        atomic_ullong highest[KINDS];
        atomic_ullong lowest[KINDS]; /* as ~access, so that 0 is none here too */
    } cell[WORDS];
};

struct region {
    uint64_t offset, bytes;
    int shift; /* a cell is 1 << shift bytes: 2, or 0 for arrays of bytes */
    uint64_t cells;
    struct chunk *chunks;
    atomic_ullong racing; /* the lowest racing cell + 1; 0: none */
    bool blind;           /* parts of words are used: neighbours look like one */
    struct own_cells {
        uint64_t *writes, *reads; /* race.c's, of the block that the worker runs */
    } own[EMU_MAX_WORKERS];
};

enum { MAX_REGIONS = 64 };
static struct region *regions[MAX_REGIONS];
static atomic_int n_regions;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool fenced; /* the launch has called __threadfence() */

static void *zeroed(uint64_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static uint64_t chunk_count(const struct region *g)
{
    return (g->cells + WORDS - 1) / WORDS;
}

static void release(struct region *g)
{
    munmap(g->chunks, chunk_count(g) * sizeof *g->chunks);
    for (int i = 0; i < EMU_MAX_WORKERS; i++)
        if (g->own[i].writes) {
            munmap(g->own[i].writes, g->cells * sizeof(uint64_t));
            munmap(g->own[i].reads, g->cells * sizeof(uint64_t));
        }
    free(g);
}

static struct region *find(uint64_t offset)
{
    for (int i = 0; i < n_regions; i++)
        if (offset - regions[i]->offset < regions[i]->bytes)
            return regions[i];
    return NULL;
}

/* Watch the allocation that holds offset. NULL if there is no room to. */
static struct region *watch(uint64_t offset, uint32_t element)
{
    const struct allocation *a = emu_allocation_near(offset);
    pthread_mutex_lock(&lock);
    struct region *g = find(offset);
    if (!g && a && n_regions < MAX_REGIONS && (g = calloc(1, sizeof *g))) {
        g->offset = a->offset;
        g->bytes = a->bytes;
        g->shift = element == 1 || element == 2 ? 0 : 2;
        g->cells = (a->bytes >> g->shift) + 1;
        g->chunks = zeroed(chunk_count(g) * sizeof *g->chunks);
        if (g->chunks) {
            regions[n_regions] = g;
            n_regions++;
        } else {
            free(g);
            g = NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    return g;
}

void emu_race_launch(void)
{
    const struct launch *l = &emu_launch_now;
    int kept = 0;
    fenced = false;
    for (int i = 0; i < n_regions; i++) { /* forget what was freed, and maybe reused */
        const struct allocation *a = emu_allocation_near(regions[i]->offset);
        if (a && !a->freed && a->offset == regions[i]->offset &&
            a->bytes == regions[i]->bytes)
            regions[kept++] = regions[i];
        else
            release(regions[i]);
    }
    n_regions = kept;
    for (int i = 0; i < n_regions; i++)
        regions[i]->racing = 0;
    for (int i = 0; i < l->n_values; i++) {
        uint64_t offset = l->values[i].address - emu_arena;
        if (l->values[i].address && offset < ARENA_BYTES && !l->values[i].is_const)
            watch(offset, l->values[i].element);
    }
}

void emu_race_fence(void)
{
    fenced = true;
}

/* ---- Between blocks. */

static void raise_to(atomic_ullong *cell, unsigned long long value)
{
    unsigned long long now = atomic_load(cell);
    while (now < value && !atomic_compare_exchange_weak(cell, &now, value))
        ;
}

static uint64_t highest(const struct chunk *c, uint64_t i, enum kind k)
{
    return c->cell[i].highest[k];
}

static uint64_t lowest(const struct chunk *c, uint64_t i, enum kind k)
{
    return ~c->cell[i].lowest[k];
}

/* Two accesses of the cell, of these kinds, by different blocks: *a by the later one.
 */
static bool pair(const struct chunk *c, uint64_t i, enum kind ka, enum kind kb,
                 uint64_t *a, uint64_t *b)
{
    uint64_t high_a = highest(c, i, ka), high_b = highest(c, i, kb);
    uint64_t low_a = lowest(c, i, ka), low_b = lowest(c, i, kb);
    if (!high_a || !high_b) /* pc is never 0, so no access is */
        return false;
    *a = high_a;
    *b = low_b;
    if (*a >> BLOCK_SHIFT > *b >> BLOCK_SHIFT)
        return true;
    *a = low_a;
    *b = high_b;
    return *b >> BLOCK_SHIFT > *a >> BLOCK_SHIFT;
}

static bool races(const struct chunk *c, uint64_t i, uint64_t *a, enum kind *ka,
                  uint64_t *b, enum kind *kb)
{
    static const enum kind kinds[][2] = {
        {WRITE, WRITE}, {WRITE, READ}, {WRITE, ATOMIC}, {READ, ATOMIC}};
    for (int k = 0; k < 4; k++) {
        *ka = kinds[k][0];
        *kb = kinds[k][1];
        if (pair(c, i, *ka, *kb, a, b))
            return true;
    }
    return false;
}

static void between_blocks(struct worker *w, const struct request *r, int i,
                           struct region *g, uint64_t at)
{
    struct chunk *c = &g->chunks[at / WORDS];
    unsigned number = emu_launch_now.number;
    if (c->launch != number) {
        pthread_mutex_lock(&lock);
        if (c->launch != number) {
            memset(c->cell, 0, sizeof c->cell);
            c->launch = number;
        }
        pthread_mutex_unlock(&lock);
    }
    enum kind kind = r->atomic ? ATOMIC : r->write ? WRITE : READ, ka, kb;
    uint64_t thread = w->first_lane + r->lane[i], a, b;
    uint64_t own =
        w->block << BLOCK_SHIFT | thread << PC_BITS | (r->pc & ((1 << PC_BITS) - 1));
    raise_to(&c->cell[at % WORDS].highest[kind], own);
    raise_to(&c->cell[at % WORDS].lowest[kind], ~own);
    if (races(c, at % WORDS, &a, &ka, &b, &kb))
        raise_to(&g->racing, ~at);
}

static void report(struct region *g, struct worker *w)
{
    uint64_t at = ~g->racing, a, b;
    enum kind ka, kb;
    if (!races(&g->chunks[at / WORDS], at % WORDS, &a, &ka, &b, &kb))
        return;
    if (a >> BLOCK_SHIFT < b >> BLOCK_SHIFT) { /* the later block is told first */
        uint64_t access = a;
        enum kind kind = ka;
        a = b, b = access, ka = kb, kb = kind;
    }
    uint32_t threads = (1 << THREAD_BITS) - 1, pcs = (1 << PC_BITS) - 1;
    struct raw_fault f = {.kind = FAULT_RACE,
                          .detail = DETAIL_BLOCKS,
                          .block = a >> BLOCK_SHIFT,
                          .other_block = b >> BLOCK_SHIFT,
                          .pc = emu_full_pc(a & pcs),
                          .other_pc = emu_full_pc(b & pcs),
                          .thread = a >> PC_BITS & threads,
                          .other_thread = b >> PC_BITS & threads,
                          .offset = g->offset + (at << g->shift),
                          .size = 1 << g->shift,
                          .write = ka != READ,
                          .other_write = kb != READ};
    emu_fault_record(w, &f);
}

void emu_race_landed(struct worker *w)
{
    for (int i = 0; i < n_regions && !fenced; i++)
        if (regions[i]->racing)
            report(regions[i], w);
}

/* The worker's epochs start again from 1: its cells are worth nothing now. */
void emu_race_forget(const struct worker *w)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n_regions; i++) {
        struct own_cells *own = &regions[i]->own[w->number];
        uint64_t bytes = regions[i]->cells * sizeof(uint64_t);
        if (own->writes) {
            madvise(own->writes, bytes, MADV_DONTNEED);
            madvise(own->reads, bytes, MADV_DONTNEED);
        }
    }
    pthread_mutex_unlock(&lock);
}

/* ---- One request. */

static struct own_cells *own_cells(struct region *g, const struct worker *w)
{
    struct own_cells *own = &g->own[w->number];
    if (!own->writes) {
        own->reads = zeroed(g->cells * sizeof(uint64_t));
        own->writes = own->reads ? zeroed(g->cells * sizeof(uint64_t)) : NULL;
    }
    return own->writes ? own : NULL;
}

void emu_race_global(struct worker *w, const struct request *r)
{
    struct region *g = NULL;
    uint64_t stamp = emu_race_stamp(w, r);
    if (n_regions == 0 && !r->write)
        return;
    for (int i = 0; i < r->n; i++) {
        uint64_t offset = r->offset[i];
        if (offset >= ARENA_BYTES)
            return; /* a __device__ variable: not watched */
        if (!g || offset - g->offset >= g->bytes)
            g = find(offset);
        if (!g && r->write)
            g = watch(offset, r->size);
        if (!g)
            continue;
        if (r->size < 1u << g->shift)
            g->blind = true;
        struct own_cells *own = own_cells(g, w);
        if (g->blind || !own)
            continue;
        uint64_t thread = w->first_lane + r->lane[i];
        uint64_t end = (offset - g->offset + r->size) >> g->shift;
        for (uint64_t at = (offset - g->offset) >> g->shift; at < end; at++) {
            if (!emu_race_touch(w, r, i, stamp | thread << 1, &own->writes[at],
                                &own->reads[at]))
                break;
            if (emu_launch_now.blocks > 1)
                between_blocks(w, r, i, g, at);
        }
    }
}
