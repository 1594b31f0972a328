/* The arrays in device memory that a launch may write. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "launch.h"
#include "note.h"
#include "param.h"
#include "platform.h"
#include "race.h"
#include "variable.h"

static struct region *regions[MAX_REGIONS];
static struct {
    uint64_t offset, bytes;
} bounds_of[MAX_REGIONS]; /* the same in few cache lines, for emu_region_find() */
static atomic_int n_regions;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *emu_region_cells(uint64_t bytes)
{
    return emu_pages_reserve(bytes, true);
}

/* Of a small array all pages are mapped now: a page that is read before it is written
   would otherwise stop the other cores twice. */
static void *zeroed(uint64_t bytes)
{
    enum { SMALL = 1 << 20 };
    char *p = emu_region_cells(bytes);
    for (uint64_t at = 0; p && bytes <= SMALL && at < bytes; at += PAGE_BYTES)
        *(volatile char *)(p + at) = 0;
    return p;
}

static void free_cells(void *cells, uint64_t bytes)
{
    if (cells)
        emu_pages_free(cells, bytes, bytes);
}

static void release(struct region *g)
{
    emu_blocks_close(g);
    for (int i = 0; i < EMU_MAX_WORKERS; i++)
        for (enum grain k = WORDS; k < GRAINS; k++) {
            free_cells(g->own[i][k].writes, emu_cells(g, k) * sizeof(uint64_t));
            free_cells(g->own[i][k].reads, emu_cells(g, k) * sizeof(uint64_t));
            free_cells(g->own[i][k].stored, emu_cells(g, k) * sizeof(uint32_t));
        }
    free(g);
}

struct region *emu_region_find(uint64_t offset)
{
    for (int i = 0; i < n_regions; i++)
        if (offset - bounds_of[i].offset < bounds_of[i].bytes)
            return regions[i];
    return NULL;
}

/* Where the array or variable at or next to offset begins, and its size. */
static bool bounds(uint64_t offset, uint64_t *start, uint64_t *bytes)
{
    if (offset >= MODULE_OFFSET) {
        const struct variable *v =
            emu_variable_near(emu_variable_address(offset - MODULE_OFFSET));
        *start = v ? MODULE_OFFSET + emu_variable_offset(v->start) : 0;
        *bytes = v ? v->bytes : 0;
    } else {
        const struct allocation *a = emu_allocation_near(offset);
        *start = a ? a->offset : 0;
        *bytes = a && !a->freed ? a->bytes : 0;
    }
    return *bytes;
}

/* A region for the array, without its cells; NULL if there is no room. */
static struct region *make(uint64_t start, uint64_t bytes)
{
    struct region *g = n_regions < MAX_REGIONS ? calloc(1, sizeof *g) : NULL;
    if (!g)
        return NULL;
    g->offset = start;
    g->bytes = bytes;
    if (emu_blocks_open(g, WORDS))
        return g;
    free(g);
    return NULL;
}

struct region *emu_region_watch(const struct launch *l, uint64_t offset)
{
    uint64_t start, bytes = 0;
    pthread_mutex_lock(&lock);
    struct region *g = emu_region_find(offset);
    if (!g && bounds(offset, &start, &bytes))
        g = emu_region_find(start); /* offset may be next to it */
    if (!g && bytes) {
        g = make(start, bytes);
        if (g) {
            regions[n_regions] = g;
            bounds_of[n_regions].offset = start;
            bounds_of[n_regions].bytes = bytes;
            n_regions++; /* only now: emu_region_find() takes no lock */
        }
        if (!g)
            emu_note(l->site, "UNSEEN", "allocate smaller or fewer arrays",
                     "not enough memory to check an array of %llu bytes for races",
                     (unsigned long long)bytes);
    }
    pthread_mutex_unlock(&lock);
    return g;
}

void emu_race_launch(const struct launch *l)
{
    for (int i = 0; i < n_regions; i++)
        regions[i]->racing = regions[i]->equal = 0;
    for (int i = 0; i < l->n_values; i++) {
        const uint64_t offset = l->values[i].__address - emu_arena();
        if (l->values[i].__address && offset < ARENA_BYTES && !l->values[i].is_const)
            emu_region_watch(l, offset);
    }
}

/* Its addresses may be used again. */
void emu_race_freed(uint64_t offset)
{
    for (int i = 0; i < n_regions; i++)
        if (regions[i]->offset == offset) {
            release(regions[i]);
            n_regions--;
            memmove(&regions[i], &regions[i + 1], (n_regions - i) * sizeof *regions);
            memmove(&bounds_of[i], &bounds_of[i + 1],
                    (n_regions - i) * sizeof *bounds_of);
            return;
        }
}

bool emu_region_between(uint64_t low, uint64_t high)
{
    for (int i = 0; i < n_regions; i++)
        if (low < regions[i]->offset + regions[i]->bytes && high >= regions[i]->offset)
            return true;
    return false;
}

struct region *emu_region(int i)
{
    return i < n_regions ? regions[i] : NULL;
}

struct own_cells *emu_region_own(struct region *g, const struct worker *w,
                                 enum grain grain)
{
    struct own_cells *own = &g->own[w->number][grain];
    uint64_t bytes = emu_cells(g, grain) * sizeof(uint64_t);
    if (!own->writes) {
        own->reads = zeroed(bytes);
        own->writes = own->reads ? zeroed(bytes) : NULL;
    }
    if (w->stored && !own->stored)
        own->stored = zeroed(emu_cells(g, grain) * sizeof(uint32_t));
    return own->writes ? own : NULL;
}

void emu_race_forget(const struct worker *w)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n_regions; i++)
        for (enum grain k = WORDS; k < GRAINS; k++) {
            struct own_cells *own = &regions[i]->own[w->number][k];
            uint64_t bytes = emu_cells(regions[i], k) * sizeof(uint64_t);
            if (own->writes) {
                emu_pages_drop(own->writes, bytes);
                emu_pages_drop(own->reads, bytes);
            }
        }
    pthread_mutex_unlock(&lock);
}
