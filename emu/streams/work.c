/* Races of streams; work.h has the contract. */
#include "work.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "memory.h"
#include "platform.h"
#include "report.h"
#include "settings.h"
#include "streams.h"
#include "symbols.h"
#include "variable.h"
#include "vault.h"

enum kind { LOADS, STORES, ATOMICS, KINDS };

/* What one work touches: pages of 4096 bytes, one bit for each byte and kind. */
enum {
    PAGE_SHIFT = 12,
    WORDS_OF_PAGE = 1 << (PAGE_SHIFT - 6),
    MOST_PAGES = 1 << 18 /* kept at a time, of 1.5 KiB: more are not followed */
};
struct page {
    atomic_ullong bits[KINDS][WORDS_OF_PAGE];
};
/* Device memory, and behind it __device__ variables. */
#define PAGES_OF_ARENA (ARENA_BYTES >> PAGE_SHIFT)
#define PAGES (2 * PAGES_OF_ARENA)
#define INDEX_BYTES (PAGES * sizeof(struct page *))

struct work {
    int stream;
    uint32_t number;
    struct clock before; /* what had ended */
    char name[64];
    uintptr_t site;
    struct page *_Atomic *page; /* PAGES of them; NULL: not touched */
    uint32_t *touched;          /* the indices of those that are */
    uint32_t n, room;
};

enum { MOST_WORK = 64 };
static struct work *kept[MOST_WORK];
static int n_kept;
static struct work *now; /* the work that runs; NULL: nothing is kept of it */
static bool collects;    /* ...of what it touches */
static uint32_t pages;   /* of all work that is kept */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- What work touches. */

static uint64_t index_of(uint64_t offset)
{
    return offset < ARENA_BYTES
               ? offset >> PAGE_SHIFT
               : PAGES_OF_ARENA + ((offset - MODULE_OFFSET) >> PAGE_SHIFT);
}

static uint64_t offset_of(uint64_t index)
{
    return index < PAGES_OF_ARENA
               ? index << PAGE_SHIFT
               : MODULE_OFFSET + ((index - PAGES_OF_ARENA) << PAGE_SHIFT);
}

/* The page with this index; NULL if there is no room. */
static struct page *page_at(struct work *w, uint64_t index)
{
    struct page *p = index < PAGES ? w->page[index] : NULL;
    if (p || index >= PAGES)
        return p;
    pthread_mutex_lock(&lock);
    p = w->page[index];
    if (!p && w->n == w->room) {
        const uint32_t room = 2 * w->room + 256;
        uint32_t *larger = realloc(w->touched, room * sizeof *larger);
        if (larger) {
            w->touched = larger;
            w->room = room;
        }
    }
    if (!p && w->n < w->room && pages < MOST_PAGES && (p = calloc(1, sizeof *p))) {
        w->touched[w->n++] = (uint32_t)index;
        w->page[index] = p;
        pages++;
    }
    pthread_mutex_unlock(&lock);
    return p;
}

static void touch(struct work *w, uint64_t offset, uint64_t bytes, enum kind kind)
{
    for (const uint64_t end = offset + bytes; offset < end;) {
        const uint64_t in_page = offset & ((1 << PAGE_SHIFT) - 1), bit = in_page % 64;
        const uint64_t n = end - offset < 64 - bit ? end - offset : 64 - bit;
        struct page *p = page_at(w, index_of(offset));
        const uint64_t bits = (n == 64 ? UINT64_MAX : (1ull << n) - 1) << bit;
        if (p && (p->bits[kind][in_page / 64] & bits) != bits)
            atomic_fetch_or_explicit(&p->bits[kind][in_page / 64], bits,
                                     memory_order_relaxed);
        offset += n;
    }
}

static void see(struct worker *w, const struct request *r)
{
    const enum kind kind = r->atomic || r->compared ? ATOMICS
                           : r->write               ? STORES
                                                    : LOADS;
    (void)w;
    if (!collects)
        return;
    if (r->shape == SHAPE_ROW)
        touch(now, r->offset[0], 4ull * r->n, kind);
    for (int i = 0; r->shape != SHAPE_ROW && i < emu_request_spelled(r); i++)
        touch(now, r->offset[i], r->size, kind);
}

static void see_async(struct worker *w, const struct async_event *e)
{
    (void)w;
    if (collects && e->what == ASYNC_RUN)
        touch(now, e->run->offset, e->run->bytes, e->run->write ? STORES : LOADS);
}

static void forget(uint64_t offset)
{
    const struct allocation *a = emu_allocation_near(offset);
    const uint64_t bytes = a ? a->bytes : 0;
    for (int k = 0; k < n_kept; k++)
        for (uint32_t i = 0; i < kept[k]->n; i++) {
            const uint64_t start = offset_of(kept[k]->touched[i]);
            struct page *p = kept[k]->page[kept[k]->touched[i]];
            for (uint64_t word = 0; word < WORDS_OF_PAGE; word++)
                if (start + 64 * word - offset < bytes)
                    for (enum kind kind = LOADS; kind < KINDS; kind++)
                        p->bits[kind][word] = 0;
        }
}

const struct observer emu_touches = {.name = "race",
                                     .global = see,
                                     .async = see_async,
                                     .hears = 1u << ASYNC_RUN,
                                     .freed = forget};

void emu_work_touches(const void *start, size_t bytes, bool stores)
{
    uint64_t offset = (uintptr_t)start - emu_arena();
    if (emu_variable_holds((uintptr_t)start, 1))
        offset = MODULE_OFFSET + emu_variable_offset((uintptr_t)start);
    else if (offset >= ARENA_BYTES)
        return;
    if (collects)
        touch(now, offset, bytes, stores ? STORES : LOADS);
}

/* ---- The work that is kept. */

static void drop(struct work *w)
{
    for (uint32_t i = 0; i < w->n; i++)
        free(w->page[w->touched[i]]);
    pages -= w->n;
    emu_pages_free((void *)w->page, INDEX_BYTES, INDEX_BYTES);
    free(w->touched);
    free(w);
}

static void drop_at(int i)
{
    drop(kept[i]);
    memmove(&kept[i], &kept[i + 1], (size_t)(--n_kept - i) * sizeof *kept);
}

uint32_t emu_work_begin(int stream, const char *name, uintptr_t site)
{
    struct work w = {.stream = stream, .site = site};
    w.number = emu_stream_work(stream, &w.before);
    collects = false;
    now = NULL;
    for (int i = n_kept; i-- > 0;)
        if (!emu_stream_matters(kept[i]->stream, kept[i]->number))
            drop_at(i);
    if (emu_vault_exists() || (!emu_stream_matters(stream, w.number) && n_kept == 0))
        return w.number;
    snprintf(w.name, sizeof w.name, "%s", name);
    void *index = emu_pages_reserve(INDEX_BYTES, true);
    if (!index)
        return w.number;
    w.page = index;
    now = emu_allocate(1, sizeof *now, "the order of streams");
    *now = w;
    collects = true;
    emu_observe(&emu_touches);
    return w.number;
}

/* ---- Races. */

struct clash {
    uint64_t offset;
    bool found, first_stores, second_stores;
};

/* The lowest byte of the page that both use, and one stores to. */
static void compare_pages(const struct page *a, const struct page *b, uint64_t start,
                          struct clash *clash)
{
    for (int i = 0; i < WORDS_OF_PAGE; i++) {
        const uint64_t a_stores = a->bits[STORES][i], b_stores = b->bits[STORES][i];
        const uint64_t a_uses = a->bits[LOADS][i] | a->bits[ATOMICS][i] | a_stores,
                       b_uses = b->bits[LOADS][i] | b->bits[ATOMICS][i] | b_stores;
        const uint64_t both = (a_stores & b_uses) | (b_stores & a_uses) |
                              (a->bits[ATOMICS][i] & b->bits[LOADS][i]) |
                              (a->bits[LOADS][i] & b->bits[ATOMICS][i]);
        if (!both)
            continue;
        const int bit = __builtin_ctzll(both);
        const uint64_t offset = start + 64 * (uint64_t)i + (uint64_t)bit;
        if (clash->found && clash->offset <= offset)
            return;
        *clash =
            (struct clash){offset, true, (a_stores | a->bits[ATOMICS][i]) >> bit & 1,
                           (b_stores | b->bits[ATOMICS][i]) >> bit & 1};
        return;
    }
}

static struct clash compare(const struct work *a, const struct work *b)
{
    struct clash clash = {0};
    const struct work *shorter = a->n < b->n ? a : b;
    for (uint32_t k = 0; k < shorter->n; k++) {
        const uint32_t i = shorter->touched[k];
        if (a->page[i] && b->page[i])
            compare_pages(a->page[i], b->page[i], offset_of(i), &clash);
    }
    return clash;
}

/* "byte 0 of 256 bytes of device memory", "byte 4 of sums". */
static void say_bytes(char *text, size_t size, uint64_t offset)
{
    if (offset >= MODULE_OFFSET) {
        const uintptr_t address = emu_variable_address(offset - MODULE_OFFSET);
        const struct variable *v = emu_variable_near(address);
        snprintf(text, size, "byte %llu of %s",
                 (unsigned long long)(v ? address - v->start : 0),
                 v ? v->name : "a variable");
        return;
    }
    const struct allocation *a = emu_allocation_near(offset);
    char file[256];
    int line = 0;
    if (a)
        emu_symbols_line(a->taken_at, file, sizeof file, &line);
    snprintf(text, size, "byte %lld of the %llu bytes allocated on line %d",
             a ? (long long)(offset - a->offset) : 0,
             a ? (unsigned long long)a->bytes : 0, line);
}

/* True for the first report of these two calls. */
static bool is_new(const struct work *a, const struct work *b)
{
    enum { MOST = 16 };
    static uintptr_t said[MOST][2];
    static int n;
    for (int i = 0; i < n; i++)
        if (said[i][0] == a->site && said[i][1] == b->site)
            return false;
    if (n == MOST)
        return false;
    said[n][0] = a->site;
    said[n++][1] = b->site;
    return true;
}

static void tell(const struct work *first, const struct work *second,
                 const struct clash *clash)
{
    struct fault f = {.kind = FAULT_RACE};
    char bytes[200], file[256];
    int line = 0;
    emu_symbols_line(second->site, f.file, sizeof f.file, &f.line);
    emu_symbols_line(first->site, file, sizeof file, &line);
    say_bytes(bytes, sizeof bytes, clash->offset);
    const bool graph =
        emu_stream_is_branch(first->stream) || emu_stream_is_branch(second->stream);
    snprintf(f.what, sizeof f.what,
             "%s %s %s, which %s, called on line %d in another %s, %s; nothing "
             "orders the two",
             second->name, clash->second_stores ? "stores to" : "reads", bytes,
             first->name, line, graph ? "branch of the graph" : "stream",
             clash->first_stores ? "stores to" : "reads");
    snprintf(f.remedy, sizeof f.remedy, "%s",
             graph
                 ? "let one node wait for the other: cudaGraphAddDependencies(), or "
                   "in a capture cudaEventRecord() and cudaStreamWaitEvent()"
                 : "call both in one stream; or record an event after the first call, "
                   "and let the other stream wait for it: cudaEventRecord(), "
                   "cudaStreamWaitEvent()");
    emu_fault_tell(&f);
}

void emu_work_end(void)
{
    struct work *w = now;
    if (!w)
        return;
    collects = false;
    now = NULL;
    for (int i = 0; i < n_kept; i++) {
        const struct work *k = kept[i];
        if (w->before.ended[k->stream] >= k->number)
            continue;
        const struct clash clash = compare(k, w);
        if (clash.found && is_new(k, w))
            tell(k, w, &clash);
    }
    if (!emu_stream_matters(w->stream, w->number)) {
        drop(w);
        return;
    }
    if (n_kept == MOST_WORK)
        drop_at(0);
    kept[n_kept++] = w;
}
