/*
 * The accesses to shared memory that race_rule.c compares. For each word two cells keep
 * the last write and the last read of the current epoch. Each access is compared with
 * both. After the first access to a part of a word, there is a cell for each byte.
 */
#include <string.h>

#include "race.h"
#include "race_cell.h"
#include "settings.h"
#include "shared.h"

struct shared_cells {
    uint64_t *writes, *reads;
    uint32_t *stored; /* by each write */
    int shift; /* a cell is 1 << shift bytes: 2, or 0 once parts of words are used */
    uint64_t written; /* the last epoch with a write, as in a cell */
    /* For each 32 words the last epoch in which several warps had read all of them:
       another warp that reads them changes no cell. */
    uint64_t *crowded;
};

static const char *const purpose = "races in shared memory";

struct shared_cells *emu_race_shared_new(void)
{
    const uint64_t n = emu_shared_bytes() + 8;
    struct shared_cells *c = emu_allocate(1, sizeof *c, purpose);
    c->writes = emu_allocate(n, sizeof *c->writes, purpose);
    c->reads = emu_allocate(n, sizeof *c->reads, purpose);
    c->stored = emu_allocate(n, sizeof *c->stored, purpose);
    c->crowded = emu_allocate(n / LINE_BYTES + 1, sizeof *c->crowded, purpose);
    c->shift = 2;
    return c;
}

void emu_race_shared_forget(struct shared_cells *c)
{
    memset(c->writes, 0, emu_shared_bytes() * sizeof *c->writes);
    memset(c->reads, 0, emu_shared_bytes() * sizeof *c->reads);
    memset(c->crowded, 0, emu_shared_bytes() / LINE_BYTES * sizeof *c->crowded);
    c->written = 0;
}

static void use_bytes(struct shared_cells *c)
{
    for (uint64_t i = emu_shared_bytes(); i-- > 0;) {
        c->writes[i] = c->writes[i / 4];
        c->reads[i] = c->reads[i / 4];
        c->stored[i] = 0;
    }
    c->shift = 0;
}

/* Read n neighbouring words; each reading thread is `step` after the previous one. If
   one of the words was written in this epoch, change nothing. */
enum reading { READ_WRITTEN, READ_NEWS, READ_CROWDED /* by several warps before */ };
VECTORIZED static enum reading read_words(const uint64_t *writes, uint64_t *reads,
                                          int n, uint64_t own, int step,
                                          uint32_t synced)
{
    uint64_t written = 0, news = 0;
    for (int i = 0; i < n; i++) {
        written |= ((writes[i] ^ own) & EPOCH_MASK) == 0;
        news |= (reads[i] ^ (own | SEVERAL_MASK)) & (EPOCH_MASK | SEVERAL_MASK);
    }
    if (written)
        return READ_WRITTEN;
    for (int i = 0; news && i < n; i++)
        reads[i] = emu_cells_merge(reads[i], own + THREAD_FIELD(i * step), synced);
    return news ? READ_NEWS : READ_CROWDED;
}

/* Write n neighbouring words at once. True if none was touched in this epoch. */
VECTORIZED static bool write_words(uint64_t *writes, const uint64_t *reads, int n,
                                   uint64_t own, int step)
{
    uint64_t touched = 0;
    for (int i = 0; i < n; i++)
        touched |= ((writes[i] ^ own) & EPOCH_MASK) == 0 ||
                   ((reads[i] ^ own) & EPOCH_MASK) == 0;
    if (touched)
        return false;
    for (int i = 0; i < n; i++)
        writes[i] = own + THREAD_FIELD(i * step);
    return true;
}

/* The last of the lanes from i on that access the same offset as lane i. */
static int last_alike(const struct request *r, int i)
{
    while (i + 1 < r->n && r->offset[i + 1] == r->offset[i])
        i++;
    return i;
}

/* One access. If it has several words and none of them can race, all are updated
   together. */
static void touch(struct worker *w, const struct shared_cells *c,
                  const struct request *r, int i, uint64_t stamp, uint32_t synced)
{
    uint64_t own = stamp | THREAD_FIELD(w->first_lane + r->lane[i]);
    uint64_t offset = emu_request_offset(r, i), at = offset >> c->shift;
    uint64_t end = (offset + r->size) >> c->shift;
    uint64_t *writes = c->writes, *reads = c->reads;
    if (end - at > 1 && r->write &&
        write_words(&writes[at], &reads[at], end - at, own, 0)) {
        for (; w->stored && at < end; at++)
            c->stored[at] = emu_race_stored(r, i);
        return;
    }
    if (end - at > 1 && !r->write &&
        read_words(&writes[at], &reads[at], end - at, own, 0, synced) != READ_WRITTEN)
        return;
    for (; at < end; at++)
        if (!emu_race_touch(w, r, i, own, &writes[at], &reads[at],
                            w->stored ? &c->stored[at] : NULL))
            break;
}

/* All lanes read neighbouring words. False if nothing was changed. */
static inline bool read_row(struct shared_cells *c, const struct request *r,
                            uint64_t own, uint32_t synced)
{
    const uint64_t at = r->offset[0] / 4;
    uint64_t *crowded =
        r->n == WARP_SIZE && at % WARP_SIZE == 0 ? &c->crowded[at / WARP_SIZE] : NULL;
    const uint64_t epoch = own & EPOCH_MASK;
    if (crowded && *crowded == epoch && c->written != epoch)
        return true;
    const enum reading done =
        read_words(&c->writes[at], &c->reads[at], r->n, own, 1, synced);
    if (crowded && done == READ_CROWDED)
        *crowded = epoch;
    return done != READ_WRITTEN;
}

/* Handle the most common requests together, if none of their words can race. False if
   this is another request; then nothing was changed. */
static inline bool touch_together(const struct worker *w, struct shared_cells *c,
                                  const struct request *r, uint64_t own,
                                  uint32_t synced)
{
    const uint64_t at = r->offset[0] / 4;
    const int lanes_on =
        r->lane[r->n - 1] - r->lane[0]; /* from the first to the last */
    if (c->shift != 2)
        return false;
    const bool row = r->shape == SHAPE_ROW && lanes_on == r->n - 1;
    if (row && !r->write)
        return read_row(c, r, own, synced);
    if (row) {
        const bool done = write_words(&c->writes[at], &c->reads[at], r->n, own, 1);
        for (int i = 0; w->stored && done && i < r->n; i++)
            c->stored[at + i] = emu_race_stored(r, i);
        return done;
    }
    if (r->shape != SHAPE_ONE_WORD || r->write || !((c->writes[at] ^ own) & EPOCH_MASK))
        return false;
    /* Two of the lanes that read a word suffice for all of them. */
    c->reads[at] = emu_cells_merge(emu_cells_merge(c->reads[at], own, synced),
                                   own + THREAD_FIELD((uint64_t)lanes_on), synced);
    return true;
}

void emu_race_shared_land(struct shared_cells *c, const struct landing *l, uint64_t own)
{
    const uint64_t first = l->offset >> c->shift, n = l->bytes >> c->shift;
    c->written = own & EPOCH_MASK;
    for (uint64_t i = first; i < first + n; i++) {
        c->writes[i] = own;
        c->stored[i] = 0;
    }
}

void emu_race_shared_compare(struct worker *w, const struct shared_cells *c,
                             const struct request *r)
{
    const uint64_t own =
        emu_race_stamp(w, r) | THREAD_FIELD(w->first_lane + r->lane[0]);
    const uint64_t first = r->offset[0] >> c->shift, n = r->size >> c->shift;
    uint64_t write = 0, read = 0; /* compared before */
    for (uint64_t at = first; at < first + n; at++) {
        if ((c->writes[at] != write || (r->write && c->reads[at] != read)) &&
            emu_race_clash(w, r, 0, own, c->writes[at], c->reads[at], 0))
            return;
        write = c->writes[at];
        read = c->reads[at];
    }
}

void emu_race_shared_see(struct worker *w, struct shared_cells *c,
                         const struct request *r, uint32_t synced)
{
    const uint64_t stamp = emu_race_stamp(w, r);
    if (r->size < 4 && c->shift)
        use_bytes(c);
    if (r->write)
        c->written = stamp & EPOCH_MASK;
    if (touch_together(w, c, r, stamp | THREAD_FIELD(w->first_lane + r->lane[0]),
                       synced))
        return;
    for (int i = 0; i < r->n; i++) { /* lane by lane, or several that are alike */
        int last = i;
        if (!r->write && r->shape != SHAPE_ROW)
            last = r->shape == SHAPE_ONE_WORD ? r->n - 1 : last_alike(r, i);
        touch(w, c, r, i, stamp, synced);
        if (last > i)
            touch(w, c, r, last, stamp, synced);
        i = last;
    }
}
