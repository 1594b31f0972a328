/*
 * How well some blocks of each launch hide the time of their asynchronous copies: an
 * observer that lets the lanes of these blocks stop after each access, and their warps
 * take turns, so that it knows which copies have begun when a tile is first read. A
 * tile is what one wait of a thread completes. probe.h states what is counted.
 */
#include "pipeline.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "copy_async.h"
#include "launch.h"
#include "mix.h"
#include "shared.h"

enum {
    TILES = 1 << 12,
    TILE_BITS = 12,
    BY_BARRIER = 1 << 24,
    FIRST = 1 << 25,
    WORDS = 228 * 1024 / 4,
    LAUNCHES = 64
};

static unsigned to_watch; /* blocks of each launch */
static uint64_t seed_of_call;

/* What is watched of each launch: of more than LAUNCHES, those that copy the most. */
static struct pipeline_counts launches[LAUNCHES];
static int n_launches;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int slot;
struct own {
    bool watched; /* the running block */
    struct pipeline_counts counts;
    /* Of a word that was copied and not read yet: thread << TILE_BITS | tile, plus 1,
       and if an mbarrier completed the copy BY_BARRIER, before any was read FIRST; else
       0. */
    uint32_t from[WORDS];
    /* Of a thread's tile: its bytes, and what was in flight when words of it were first
       read. */
    struct first {
        bool read;
        uint64_t landed;     /* barriers of the block before */
        uint64_t bytes, low; /* low: fewest copies begun when too few were in flight,
                                and 1; 0: enough were */
    } first[MAX_THREADS][TILES];
    uint64_t begun; /* copies that the block has begun */
    uint64_t burst; /* bytes that were completed since a tile was first read */
    uint64_t barriers, landed, most; /* passed; bytes completed; bytes of a burst */
    bool reading;   /* a tile was read since the last copy was complete... */
    bool read_some; /* ...or before */
    uint8_t read[MAX_THREADS / WARP_SIZE][WORDS / 8]; /* by a warp since the barrier */
};

void emu_pipeline_watch(unsigned blocks, uint64_t seed)
{
    to_watch = blocks;
    seed_of_call = seed;
    if (blocks)
        n_launches = 0;
}

/* Of each of as many equal parts of the grid, one block is watched. */
static bool is_drawn(const struct worker *w)
{
    const struct launch *l = w->launch;
    const uint64_t n = to_watch < l->blocks ? to_watch : l->blocks;
    const uint64_t part = w->block * n / l->blocks;
    const uint64_t first = (part * l->blocks + n - 1) / n;
    const uint64_t end = ((part + 1) * l->blocks + n - 1) / n;
    return w->block ==
           first + emu_mix(seed_of_call + l->number + (part << 32)) % (end - first);
}

static void begin_launch(const struct launch *l)
{
    int at = n_launches;
    if (!to_watch)
        return;
    if (n_launches == LAUNCHES) { /* leave out the one that copies the least */
        at = 0;
        for (int i = 1; i < LAUNCHES; i++)
            if (launches[i].copied_bytes < launches[at].copied_bytes)
                at = i;
        memmove(&launches[at], &launches[at + 1],
                (LAUNCHES - 1 - at) * sizeof *launches);
        n_launches--;
    }
    launches[n_launches++] = (struct pipeline_counts){.blocks = l->blocks};
}

static void begin_block(struct worker *w)
{
    struct own *own = emu_own(w, slot);
    if (!to_watch)
        return;
    own->watched = is_drawn(w);
    emu_events_step(w, own->watched ? STEP_IN_TURN : STEP_NOT);
    if (!own->watched)
        return;
    memset(&own->counts, 0, sizeof own->counts);
    own->begun = own->burst = own->barriers = own->landed = own->most = 0;
    own->reading = own->read_some = false;
    memset(own->from, 0, sizeof own->from);
    memset(own->first, 0, w->launch->threads * sizeof *own->first);
    memset(own->read, 0, sizeof own->read);
}

/* The running block's, if it is watched; else NULL. */
static struct own *watched(const struct worker *w)
{
    struct own *own = emu_own(w, slot);
    return to_watch && own->watched ? own : NULL;
}

static void see_global(struct worker *w, const struct request *r)
{
    struct own *own = watched(w);
    if (!own || r->write || r->atomic)
        return;
    own->counts.loaded_bytes += (uint64_t)r->n * r->size;
    if (r->async) {
        own->counts.copied_bytes += (uint64_t)r->n * r->size;
        own->begun += r->n;
    }
}

/* The words of a copy by this thread, which is complete now. */
static void land(struct worker *w, uint32_t thread, uint64_t first, uint64_t end,
                 uint32_t by)
{
    struct own *own = emu_own(w, slot);
    struct copy_progress p;
    if (!emu_copy_progress(w, thread, &p) || p.tiles > TILES)
        return;
    for (uint64_t word = first; word < end; word++)
        own->from[word] =
            (by | (own->read_some ? 0 : FIRST) | thread << TILE_BITS | (p.tiles - 1)) +
            1;
    own->first[thread][p.tiles - 1].bytes += 4 * (end - first);
    own->first[thread][p.tiles - 1].landed = own->barriers;
    own->landed += 4 * (end - first);
    own->burst = (own->reading ? 0 : own->burst) + 4 * (end - first);
    own->most = own->burst > own->most ? own->burst : own->most;
    own->reading = false;
}

/* Bytes that all threads have in flight. */
static uint64_t all_in_flight(const struct worker *w)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w->launch->threads; i++) {
        struct copy_progress p;
        sum += emu_copy_progress(w, i, &p) ? p.in_flight : 0;
    }
    return sum;
}

/* Two more tiles, or nearly: the last one of K may be smaller. */
static bool is_ahead(uint64_t in_flight, uint64_t bytes)
{
    return (double)in_flight >= 0.9 * 2 * (double)bytes;
}

/*
 * The thread is the first to read a word that it or another thread copied. Before a
 * barrier its own tile is compared with what it has in flight itself; else a tile is
 * compared with what the block has in flight: threads may copy in turn.
 *
 * What is complete before anything is read counts as ahead: here it may come as soon as
 * it was copied, and on a GPU much later.
 */
static void first_read(struct worker *w, uint32_t thread, uint32_t from)
{
    struct own *own = emu_own(w, slot);
    struct copy_progress p;
    const uint32_t copier = (from & (BY_BARRIER - 1)) >> TILE_BITS;
    struct first *at = &own->first[copier][from & (TILES - 1)];
    const bool is_own =
        thread == copier && !(from & BY_BARRIER) && at->landed == own->barriers;
    const bool known = at->read && !is_own; /* one read of others' is as good as all */
    own->reading = own->read_some = at->read = true;
    own->counts.barriers = own->barriers;
    if (known || from & FIRST || !emu_copy_progress(w, copier, &p))
        return;
    if (is_own ? is_ahead(p.in_flight, at->bytes)
               : is_ahead(all_in_flight(w), own->burst))
        return;
    if (!at->low || own->begun + 1 < at->low)
        at->low = own->begun + 1;
}

static void read_words(struct worker *w, uint32_t thread, uint64_t first, uint64_t end)
{
    struct own *own = emu_own(w, slot);
    uint8_t *seen = own->read[w->first_lane / WARP_SIZE];
    for (uint64_t word = first; word < end; word++) {
        if (own->from[word])
            first_read(w, thread, own->from[word] - 1);
        own->from[word] = 0;
        own->counts.words += !(seen[word / 8] & 1 << word % 8);
        seen[word / 8] |= 1 << word % 8;
    }
}

static void see_shared(struct worker *w, const struct request *r)
{
    if (!watched(w) || (r->write && !r->lands))
        return;
    for (int i = 0; i < r->n; i++) {
        const uint64_t at = emu_request_offset(r, i);
        const uint64_t first = at / 4, end = (at + r->size + 3) / 4;
        if (end > WORDS)
            continue;
        if (r->lands)
            land(w, w->first_lane + r->lane[i], first, end, 0);
        else
            read_words(w, w->first_lane + r->lane[i], first, end);
    }
}

static void see_landing(struct worker *w, const struct landing *l)
{
    struct own *own = watched(w);
    if (!own || (l->offset + l->bytes) / 4 > WORDS)
        return;
    land(w, l->thread, l->offset / 4, (l->offset + l->bytes) / 4, BY_BARRIER);
}

static void see_barrier(struct worker *w)
{
    struct own *own = watched(w);
    if (!own)
        return;
    own->barriers++;
    memset(own->read, 0, sizeof own->read);
}

/* Of a thread's tiles, those that are read, and of these how many were read while the
   next two were in flight, or all that the block has left. */
static void judge(struct own *own, uint32_t thread, const struct copy_progress *p)
{
    for (uint32_t tile = 0; tile < p->tiles && tile < TILES; tile++) {
        const struct first *at = &own->first[thread][tile];
        own->counts.tiles += at->read;
        own->counts.tiles_ahead += at->read && (!at->low || at->low == own->begun + 1);
    }
}

static void add(struct pipeline_counts *to, const struct pipeline_counts *more)
{
    to->watched++;
    to->loaded_bytes += more->loaded_bytes;
    to->copied_bytes += more->copied_bytes;
    to->copied_in_16 += more->copied_in_16;
    to->tiles += more->tiles;
    to->tiles_ahead += more->tiles_ahead;
    to->waits += more->waits;
    to->barriers += more->barriers;
    to->words += more->words;
}

static void end_block(struct worker *w)
{
    struct own *own = watched(w);
    if (!own)
        return;
    for (uint32_t thread = 0; thread < w->launch->threads; thread++) {
        struct copy_progress p;
        if (!emu_copy_progress(w, thread, &p))
            continue;
        own->counts.copied_in_16 += p.bytes_in_16;
        own->counts.waits = p.tiles > own->counts.waits ? p.tiles : own->counts.waits;
        judge(own, thread, &p);
    }
    /* Threads may copy in turn, so that each waits for some of the tiles. */
    const uint64_t bursts = own->most ? own->landed / own->most : 0;
    own->counts.waits = bursts > own->counts.waits ? bursts : own->counts.waits;
    pthread_mutex_lock(&lock);
    add(&launches[n_launches - 1], &own->counts);
    pthread_mutex_unlock(&lock);
}

/* Bytes of the whole launch, if all its blocks do as those that were watched. */
static double of_launch(const struct pipeline_counts *c, uint64_t bytes)
{
    return c->watched ? (double)bytes * (double)c->blocks / (double)c->watched : 0;
}

static double share_ahead(const struct pipeline_counts *c)
{
    return c->tiles ? (double)c->tiles_ahead / (double)c->tiles : 1;
}

struct pipeline_counts emu_pipeline_counts(void)
{
    struct pipeline_counts none = {0};
    const struct pipeline_counts *worst = NULL, *most = &none;
    double copied = 0;
    for (int i = 0; i < n_launches; i++) {
        const struct pipeline_counts *c = &launches[i];
        copied = fmax(copied, of_launch(c, c->copied_bytes));
        if (of_launch(c, c->loaded_bytes) > of_launch(most, most->loaded_bytes))
            most = c;
    }
    for (int i = 0; i < n_launches; i++) {
        const struct pipeline_counts *c = &launches[i];
        if (c->copied_bytes &&
            of_launch(c, c->copied_bytes) >= copied / PIPELINE_SHARE &&
            (!worst || share_ahead(c) < share_ahead(worst)))
            worst = c;
    }
    return worst ? *worst : *most;
}

static void see_async(struct worker *w, const struct async_event *e)
{
    see_landing(w, e->landing);
}

const struct observer emu_pipeline = {.slot = &slot,
                                      .bytes = sizeof(struct own),
                                      .launch = begin_launch,
                                      .block = begin_block,
                                      .block_end = end_block,
                                      .global = see_global,
                                      .shared = see_shared,
                                      .barrier = see_barrier,
                                      .async = see_async,
                                      .hears = 1u << ASYNC_LANDS};
