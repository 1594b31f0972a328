/*
 * Bytes of shared memory that are read asynchronously: by a bulk store from its
 * beginning until its thread has waited for it, and by wgmma from its beginning until
 * a warp of the warpgroup has waited for it. A write in between, by a thread or by the
 * copy engine, is a RACE; so is one afterwards, if nothing orders it after that wait.
 */
#ifndef EMU_READING_H
#define EMU_READING_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"

struct reading; /* of a worker */
struct reading *emu_reading_new(void);
void emu_reading_block(struct reading *r); /* a block begins */

void emu_reading_bulk(struct reading *r, const struct bulk_access *a);
void emu_reading_operand(struct reading *r, const struct operand *o);
/* The warp has waited for its groups of wgmma up to this one. */
void emu_reading_waited(struct reading *r, uint32_t warp, uint32_t group,
                        uint64_t epoch, uint32_t clock);

/* Who reads: a thread, or the first thread of a warpgroup. */
struct reader {
    enum detail detail; /* DETAIL_SOURCE or DETAIL_OPERAND */
    uint32_t thread;
    uintptr_t pc;
    uint32_t group; /* of DETAIL_OPERAND */
};
/* The i-th reader of the word at `offset`; false if there are fewer. */
bool emu_reading_word(const struct reading *r, uint64_t offset, int i,
                      struct reader *reader);

/* A warp's wait for what such a reader reads: at this clock of this epoch. False if it
   has not waited. */
bool emu_reading_wait(const struct reading *r, const struct reader *reader,
                      uint32_t warp, uint64_t *epoch, uint32_t *clock);

#endif
