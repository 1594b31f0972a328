/* The files that may be a lab's kernel. */
#ifndef SUBMISSION_CANDIDATES_H
#define SUBMISSION_CANDIDATES_H

#include "grade/submission/labs.h"
#include "grade/submission/walk.h"

enum {
    CANDIDATES_READ = 20, /* files of a lab that are read, to choose among them */
    CANDIDATES_UNKNOWN =
        50 /* files that are read because their names do not have a lab */
};

struct candidate {
    struct walk_entry *entry;
    int rank;  /* rank.h */
    long copy; /* the number of a copy, 0 if it has none */
};

struct candidates {
    struct candidate *list;
    size_t count;
};

/* The candidates of a submission. */
struct candidates_all {
    const struct labs *labs;
    struct candidates *of; /* each lab's, by its index */
    struct candidates unknown;
};

/* Find the candidates among the entries, in no order. They become `taken`; so do
   entries that are the course's own. Cannot fail. */
struct candidates_all candidates_find(struct walk *w, const struct labs *labs);

/* Add one to those of a lab, by the lab's index. */
void candidates_add(struct candidates_all *all, int lab, struct walk_entry *entry,
                    int rank, long copy);

/* Add a file whose name has no lab, unless there are CANDIDATES_UNKNOWN already. */
void candidates_add_unknown(struct candidates_all *all, struct walk_entry *entry,
                            long copy);

/* Move the best CANDIDATES_READ to the list's beginning, the best first. The others
   have no order. */
void candidates_sort(struct candidates *c);

/* by_name.c: add an entry to the lab in its name, or in the name of a folder around it.
   A .cu without a lab in these names is added to the unknown ones. */
void candidates_by_name(struct candidates_all *all, const struct walk *w,
                        struct walk_entry *entry);

/* by_text.c: add an unknown one to the lab that its text names, if any. */
void candidates_by_text(struct candidates_all *all, const struct walk *w,
                        const struct candidate *unknown);

#endif
