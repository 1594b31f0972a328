/* Candidates by their text; candidates.h has the contract. */
#include <stdlib.h>
#include <string.h>

#include "grade/submission/candidates.h"
#include "grade/submission/name.h"
#include "grade/submission/rank.h"
#include "grade/submission/text.h"

/* True if the text, or the name, of a file names a lab in the way of that rank. */
static bool says(const struct labs *labs, int lab, int rank, const char *words,
                 const char *name)
{
    const struct lab *l = &labs->lab[lab];

    switch (rank) {
    case RANK_TEXT_LAB:
        return labs_match(l, LABS_LAB_FULL, words, NULL);
    case RANK_TEXT_KERNEL:
        return labs_match(l, LABS_VOID_WORD, words, NULL);
    default:
        return labs_match(l, LABS_NUMBERED_KERNEL, name, NULL) ||
               (labs->count == 1 && strncmp(name, "_kernel_cu_", 11) == 0);
    }
}

void candidates_by_text(struct candidates_all *all, const struct walk *w,
                        const struct candidate *unknown)
{
    const char *path = unknown->entry->path, *base = name_base(path);
    struct text text = text_read(walk_open(w, path));
    char *words = name_words(text.lines, text.line_bytes);
    char *name = name_words(base, strlen(base));

    for (int rank = RANK_TEXT_LAB, hits = 0; rank <= RANK_NUMBERED && hits != 1;
         rank++) {
        int lab = -1;

        hits = 0;
        for (int i = 0; i < all->labs->count; i++)
            if (says(all->labs, i, rank, words, name)) {
                lab = i;
                hits++;
            }
        if (hits == 1)
            candidates_add(all, lab, unknown->entry, rank, unknown->copy);
    }
    free(name);
    free(words);
    text_free(&text);
}
