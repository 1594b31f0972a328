/*
 * Stores of equal values by several threads to one place, which nothing orders. The
 * result is the same in any order, and so it is a note. A thread that reads the place
 * without order is a race as ever.
 */
#include <stdlib.h>
#include <string.h>

#include "launch.h"
#include "note.h"
#include "race_cells.h"
#include "settings.h"
#include "words.h"

void emu_race_equal(struct worker *w, const struct fault_record *f)
{
    struct equal *s = &emu_race_cells(w)->equal;
    for (int i = 0; i < s->n; i++)
        if (s->found[i].pc == f->pc)
            return;
    if (s->n == MOST_EQUAL)
        return;
    s->found[s->n] = *f;
    s->found[s->n++].launch = w->launch;
}

static int by_place(const void *a, const void *b)
{
    const struct fault_record *x = a, *y = b;
    return x->pc != y->pc ? (x->pc > y->pc) - (x->pc < y->pc)
                          : (x->block > y->block) - (x->block < y->block);
}

static void tell(const struct fault_record *f)
{
    struct fault text;
    emu_words(f, &text);
    emu_note(
        f->pc, "EQUAL",
        "as long as no thread reads it before a barrier that comes after both, this "
        "is right on every GPU; it is enough if one of the threads stores it",
        "%s; both store the same value", text.what);
}

void emu_race_equal_check(void)
{
    int workers;
    struct worker *const *w = emu_workers(&workers);
    for (int i = 0; i < workers; i++) {
        struct equal *s = &emu_race_cells(w[i])->equal;
        for (int k = 0; k < s->n; k++) {
            const struct fault_record *f = &s->found[k];
            const struct region *g = emu_region_find(f->offset);
            const bool shared = f->offset >= SHARED_OFFSET && f->offset < MODULE_OFFSET;
            if (!shared && g &&
                emu_blocks_differ(g, f->launch->phase, f->offset - g->offset))
                emu_fault_record(w[i], f);
        }
    }
}

void emu_race_equal_tell(void)
{
    int workers, n = 0;
    struct worker *const *w = emu_workers(&workers);
    struct fault_record *all =
        emu_allocate((uint64_t)workers * MOST_EQUAL, sizeof *all, "equal values");
    for (int i = 0; i < workers; i++) {
        struct equal *s = &emu_race_cells(w[i])->equal;
        memcpy(all + n, s->found, s->n * sizeof *all);
        n += s->n;
        s->n = 0;
    }
    if (n > 1)
        qsort(all, n, sizeof *all, by_place);
    for (int i = 0; i < n && !emu_faults(); i++)
        if (i == 0 || all[i].pc != all[i - 1].pc)
            tell(&all[i]);
    free(all);
}
