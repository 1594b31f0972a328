/* Candidates by their names; candidates.h has the contract. */
#include <stdlib.h>
#include <string.h>

#include "grade/submission/candidates.h"
#include "grade/submission/name.h"
#include "grade/submission/rank.h"
#include "grade/submission/room.h"

static bool is_folder_of_course(const char *name)
{
    static const char *const folders[] = {"tests", "build", "results", "common",
                                          "grade", "view",  "docs",    "tools"};

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (strcmp(name, folders[i]) == 0)
            return true;
    return false;
}

/* True if the path is a file of the course itself, outside labs/. */
static bool is_of_course(const struct walk *w, const struct labs *labs,
                         const char *path)
{
    struct name_path p = name_split(path);
    bool of_course = false;

    for (int i = 0; i + 1 < p.names && !of_course; i++) {
        char *beside = room_text("%.*slabs", (int)(p.name[i] - p.text), path);
        const bool solution = strcmp(p.name[i], "solutions") == 0 &&
                              labs_index(labs, p.name[i + 1]) >= 0 &&
                              strcmp(p.name[p.names - 1], "kernel.cu") == 0;

        of_course = (solution || is_folder_of_course(p.name[i])) && walk_has(w, beside);
        free(beside);
    }
    free(p.text);
    return of_course;
}

static bool add_expected(struct candidates_all *all, struct walk_entry *entry)
{
    static const char *const forms[] = {"%s.cu", "%s/kernel.cu", "labs/%s/kernel.cu"};
    bool expected = false;

    for (int i = 0; i < all->labs->count && !expected; i++)
        for (int folders = 0; folders < 3 && !expected; folders++) {
            char *path = room_text(forms[folders], all->labs->lab[i].name);

            expected = strcmp(entry->path, path) == 0;
            if (expected)
                candidates_add(all, i, entry, RANK_EXPECTED - folders, 0);
            free(path);
        }
    return expected;
}

/* The lab that is named by a file's folders; the innermost such name counts. */
static struct name_lab lab_of_folders(const struct labs *labs,
                                      const struct name_path *p, const char *stem)
{
    struct name_lab found = {-1, 0, NULL};
    char *words = name_words(stem, strlen(stem)), *plain = name_plain(words);

    for (int i = p->names - 2; i >= 0 && found.lab < 0; i--) {
        free(found.rest);
        found = name_lab(labs, p->name[i]);
    }
    if (strcmp(plain, "_") != 0 && !name_is_numbered_kernel(words))
        found.rank = RANK_OTHER_NAME;
    else if (strcmp(words, "_kernel_") != 0)
        found.rank += RANK_PLUS_FOLDER;
    free(plain);
    free(words);
    return found;
}

/* Add a .cu: the lab is in its own name, in a folder's name, or perhaps in its text. */
static void add_kernel(struct candidates_all *all, struct walk_entry *entry)
{
    struct name_path p = name_split(entry->path);
    char *words = name_words(entry->path, strlen(entry->path));
    int more = p.names - 1 + (name_is_old(words) ? RANK_PLUS_OLD : 0);
    long copy;
    char *stem = name_stem(name_base(entry->path), &copy);
    struct name_lab found = name_lab(all->labs, stem);

    if (copy == NAME_NO_COPY) {
        copy = name_copy_of_folder(entry->path);
        more += copy == NAME_NO_COPY ? 0 : RANK_PLUS_COPY;
    }
    if (found.lab >= 0 && copy == NAME_NO_COPY)
        copy = name_number_behind(found.rest);
    if (found.lab < 0) {
        free(found.rest);
        found = lab_of_folders(all->labs, &p, stem);
    }
    if (copy == NAME_NO_COPY)
        copy = 0;
    if (found.lab >= 0)
        candidates_add(all, found.lab, entry, found.rank + more, copy);
    else if (entry->type == WALK_FILE)
        candidates_add_unknown(all, entry, copy);
    free(found.rest);
    free(stem);
    free(words);
    free(p.text);
}

/* Add an entry that cannot be read, if it is named for a lab, or labs. */
static void add_obstacle(struct candidates_all *all, struct walk_entry *entry)
{
    const char *base = name_base(entry->path);
    struct name_lab found = name_lab(all->labs, base);
    char *words = name_words(base, strlen(base));

    if (found.lab >= 0)
        candidates_add(all, found.lab, entry, found.rank, 0);
    else if (strcmp(words, "_labs_") == 0)
        for (int i = 0; i < all->labs->count; i++)
            candidates_add(all, i, entry, RANK_LABS, 0);
    free(words);
    free(found.rest);
}

void candidates_by_name(struct candidates_all *all, const struct walk *w,
                        struct walk_entry *entry)
{
    const bool is_obstacle = entry->type != WALK_FILE && entry->type != WALK_LARGE &&
                             entry->type != WALK_FOLDER;

    if (is_of_course(w, all->labs, entry->path)) {
        entry->taken = true;
    } else if (name_is_kernel(entry->path)) {
        if (!add_expected(all, entry))
            add_kernel(all, entry);
    } else if (is_obstacle) {
        add_obstacle(all, entry);
    }
}
