/* Lists of candidates; candidates.h has the contract. */
#include "grade/submission/candidates.h"

#include <string.h>

#include "grade/submission/room.h"

static void append(struct candidates *c, struct candidate one)
{
    c->list = room_for(c->list, c->count + 1, sizeof *c->list);
    c->list[c->count++] = one;
}

void candidates_add(struct candidates_all *all, int lab, struct walk_entry *entry,
                    int rank, long copy)
{
    append(&all->of[labs_index(all->labs, all->labs->lab[lab].name)],
           (struct candidate){entry, rank, copy});
    entry->taken = true;
}

void candidates_add_unknown(struct candidates_all *all, struct walk_entry *entry,
                            long copy)
{
    if (all->unknown.count < CANDIDATES_UNKNOWN)
        append(&all->unknown, (struct candidate){entry, 0, copy});
}

/* True if a is better than b. Ranks are compared first, then the numbers of copies (the
   newer has the larger one), lengths, and last the alphabet. */
static bool is_better(const struct candidate *a, const struct candidate *b)
{
    const size_t a_length = strlen(a->entry->path), b_length = strlen(b->entry->path);

    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a->copy != b->copy)
        return a->copy > b->copy;
    if (a_length != b_length)
        return a_length < b_length;
    return strcmp(a->entry->path, b->entry->path) < 0;
}

void candidates_sort(struct candidates *c)
{
    for (size_t i = 0; i < c->count && i < CANDIDATES_READ; i++) {
        const struct candidate first = c->list[i];
        size_t best = i;

        for (size_t j = i + 1; j < c->count; j++)
            if (is_better(&c->list[j], &c->list[best]))
                best = j;
        c->list[i] = c->list[best];
        c->list[best] = first;
    }
}

struct candidates_all candidates_find(struct walk *w, const struct labs *labs)
{
    struct candidates_all all = {.labs = labs};

    all.of = room_for(NULL, (size_t)labs->count, sizeof *all.of);
    for (int i = 0; i < labs->count; i++)
        all.of[i] = (struct candidates){NULL, 0};
    for (size_t i = 0; i < w->entries; i++)
        candidates_by_name(&all, w, &w->entry[i]);
    for (size_t i = 0; i < all.unknown.count; i++)
        candidates_by_text(&all, w, &all.unknown.list[i]);
    return all;
}
