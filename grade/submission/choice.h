/* The choice of a lab's kernel among its candidates, and the notes on it. */
#ifndef SUBMISSION_CHOICE_H
#define SUBMISSION_CHOICE_H

#include "grade/submission/candidates.h"
#include "grade/submission/walk.h"

/* The files of a submission that are no candidates. */
struct choice_left {
    struct walk_entry **list; /* the most informative first */
    size_t count;
    const struct walk_entry *archive; /* one of them, or NULL */
    bool is_empty,
        has_files; /* of the whole submission: no entries; more than folders */
};

/* left.c: find them. Cannot fail. */
struct choice_left choice_left(const struct walk *w);

/* left.c: print why a lab has no kernel. */
void choice_print_none(const char *lab, const struct choice_left *left);

/* Print the line of a lab, by its index: LAB file, LAB none or LAB refused, as main.c
   describes them. Sorts the lab's candidates. */
void choice_print(const struct candidates_all *all, int lab, const struct walk *w,
                  const struct choice_left *left);

#endif
