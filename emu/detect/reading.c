/* Asynchronous reads of shared memory; reading.h states the contract. */
#include "reading.h"

#include <string.h>

#include "settings.h"
#include "shared.h"
#include "symbols.h"

/* Groups are numbered modulo this; 0: none. */
enum { GROUPS = 255, WARPGROUPS = MAX_WARPS / WARPGROUP };

/* Of a word: the thread whose bulk store reads it, and 1; the last group of each
   warpgroup that does, and 1. */
struct word {
    uint16_t thread;
    uint32_t pc; /* of that store, as in the log */
    uint8_t group[WARPGROUPS];
};

struct wait {
    uint64_t epoch;
    uint32_t clock;
    bool done;
};

struct reading {
    struct word *word;
    uintptr_t pc[WARPGROUPS][GROUPS]; /* of the group's last product */
    struct wait wait[MAX_WARPS][GROUPS];
    uint32_t begun[MAX_WARPS]; /* groups that have products */
    bool used;
};

struct reading *emu_reading_new(void)
{
    static const char *const purpose = "asynchronous reads";
    struct reading *r = emu_allocate(1, sizeof *r, purpose);
    r->word = emu_allocate(emu_shared_bytes() / 4 + 4, sizeof *r->word, purpose);
    return r;
}

void emu_reading_block(struct reading *r)
{
    if (!r->used)
        return;
    memset(r->word, 0, emu_shared_bytes() / 4 * sizeof *r->word);
    memset(r->wait, 0, sizeof r->wait);
    memset(r->begun, 0, sizeof r->begun);
    r->used = false;
}

void emu_reading_bulk(struct reading *r, const struct bulk_access *a)
{
    r->used = true;
    for (uint64_t i = a->offset / 4; i < (a->offset + a->bytes) / 4; i++)
        if (a->kind == BULK_READS) {
            r->word[i].thread = (uint16_t)(a->thread + 1);
            r->word[i].pc = (uint32_t)a->pc & 0xffffff;
        } else if (r->word[i].thread == a->thread + 1)
            r->word[i].thread = 0;
}

void emu_reading_operand(struct reading *r, const struct operand *o)
{
    const uint32_t which = o->warp / WARPGROUP, group = o->group % GROUPS;
    r->used = true;
    r->pc[which][group] = o->pc;
    if (r->begun[o->warp] != o->group + 1) { /* the first product of the group */
        r->begun[o->warp] = o->group + 1;
        r->wait[o->warp][group].done = false;
    }
    for (int i = 0; i < o->n; i++)
        for (int k = 0; k < 4; k++)
            r->word[o->piece[i] / 4 + k].group[which] = (uint8_t)(group + 1);
}

void emu_reading_waited(struct reading *r, uint32_t warp, uint32_t group,
                        uint64_t epoch, uint32_t clock)
{
    for (uint32_t k = 0; k < GROUPS && k <= group; k++) {
        struct wait *wait = &r->wait[warp][(group - k) % GROUPS];
        if (wait->done)
            break;
        *wait = (struct wait){epoch, clock, true};
    }
}

bool emu_reading_word(const struct reading *r, uint64_t offset, int i,
                      struct reader *reader)
{
    const struct word *word = &r->word[offset / 4];
    if (word->thread && i-- == 0) {
        *reader = (struct reader){.detail = DETAIL_SOURCE,
                                  .thread = word->thread - 1u,
                                  .pc = emu_full_pc(word->pc)};
        return true;
    }
    for (uint32_t which = 0; which < WARPGROUPS; which++)
        if (word->group[which] && i-- == 0) {
            const uint32_t group = word->group[which] - 1u;
            *reader = (struct reader){.detail = DETAIL_OPERAND,
                                      .thread = which * WARPGROUP * WARP_SIZE,
                                      .pc = r->pc[which][group],
                                      .group = group};
            return true;
        }
    return false;
}

bool emu_reading_wait(const struct reading *r, const struct reader *reader,
                      uint32_t warp, uint64_t *epoch, uint32_t *clock)
{
    const struct wait *wait = &r->wait[warp][reader->group];
    *epoch = wait->epoch;
    *clock = wait->clock;
    return reader->detail == DETAIL_OPERAND && wait->done;
}
