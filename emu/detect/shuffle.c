/* Shuffles from lanes that do not take part: they have ended, are not in the mask, or
   are beyond the block's threads. The value is undefined. A kernel that does not use it
   is correct, so this is a note. */
#include "detectors.h"
#include "launch.h"
#include "note.h"
#include "words.h"

static void see(struct worker *w, uint32_t thread, int lane)
{
    const uint32_t from = thread / WARP_SIZE * WARP_SIZE + lane;
    char who[64], block[64];
    emu_say_thread(w->launch, who, sizeof who, thread);
    emu_say_block(w->launch, block, sizeof block, w->block);
    emu_note(w->thread[thread].site, "UNDEFINED",
             "let every lane that is read take part, or do not use the value",
             "%s of %s of %s takes a value from lane %d, which gives none: %s", who,
             block, w->launch->kernel, lane,
             from >= w->launch->threads        ? "the block has no such thread"
             : w->state[from] == THREAD_EXITED ? "its thread has ended"
                                               : "it is not in the mask");
}

const struct observer emu_shuffle = {.name = "shuffle", .absent = see};
