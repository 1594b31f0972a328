/* The choice among a lab's candidates; choice.h has the contract. */
#define _POSIX_C_SOURCE 200809L /* openat */
#include "grade/submission/choice.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "grade/submission/rank.h"
#include "grade/submission/room.h"
#include "grade/submission/shown.h"
#include "grade/submission/text.h"

/* The state of a candidate, the best first. */
enum held { FILLED_IN, UNTOUCHED, EMPTY, UNREAD };

static enum held held_by(const struct text *t, const struct text *skeleton)
{
    if (t->bytes == 0)
        return EMPTY;
    return t->untouched || text_same(t, skeleton) ? UNTOUCHED : FILLED_IN;
}

static struct text skeleton_of(const struct labs *labs, int lab)
{
    char *path = room_text("labs/%s/kernel.cu", labs->lab[lab].name);
    const struct text text =
        text_read(openat(labs->course, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC));

    free(path);
    return text;
}

/* Returns the kernel's index in a sorted list of several candidates; -1 if none can be
   read. The others are appended to `other`, without those that have the same text. */
static int choose(const struct candidates *c, const struct walk *w,
                  const struct text *skeleton, struct walk_entry **other,
                  size_t *others)
{
    static const char *const remarks[] = {"", "the skeleton", "empty"};
    struct text text[CANDIDATES_READ] = {{0}};
    enum held best = UNREAD;
    int kernel = -1;

    for (size_t i = 0; i < c->count && i < CANDIDATES_READ; i++) {
        struct walk_entry *e = c->list[i].entry;
        enum held held;

        if (e->type != WALK_FILE)
            continue;
        text[i] = text_read(walk_open(w, e->path));
        held = held_by(&text[i], skeleton);
        e->remark = remarks[held];
        if (held < best) {
            best = held;
            kernel = (int)i;
        }
    }
    for (size_t i = 0; i < c->count && kernel >= 0; i++) {
        const bool is_read = i < CANDIDATES_READ && text[i].dense;

        if (!is_read || !text_same(&text[i], &text[kernel]))
            other[(*others)++] = c->list[i].entry;
    }
    for (size_t i = 0; i < CANDIDATES_READ; i++)
        text_free(&text[i]);
    return kernel;
}

/* Prints the line of a kernel, after LAB. */
static void print_file(const struct candidate *kernel, bool cut,
                       struct walk_entry *const *other, size_t others)
{
    fputs("\tfile\t", stdout);
    shown_escaped(kernel->entry->path);
    if (kernel->rank <= RANK_EXPECTED && !others && !cut)
        return;
    fputs("\tfile: ", stdout);
    shown_path(kernel->entry->path);
    if (others) {
        fputs("; also found, and not read: ", stdout);
        shown_list(other, others);
    }
}

void choice_print(const struct candidates_all *all, int lab, const struct walk *w,
                  const struct choice_left *left)
{
    const char *name = all->labs->lab[lab].name;
    struct candidates *c = &all->of[labs_index(all->labs, name)];
    struct walk_entry **other = room_for(NULL, c->count, sizeof(struct walk_entry *));
    size_t others = 0;
    int kernel = -1;

    candidates_sort(c);
    if (c->count == 1) {
        kernel = c->list[0].entry->type == WALK_FILE ? 0 : -1;
    } else if (c->count > 1) {
        struct text skeleton = skeleton_of(all->labs, lab);

        kernel = choose(c, w, &skeleton, other, &others);
        text_free(&skeleton);
    }
    fputs(name, stdout);
    if (kernel >= 0) {
        print_file(&c->list[kernel], w->cut, other, others);
    } else if (c->count) {
        const struct walk_entry *first = c->list[0].entry;

        fputs("\trefused\t", stdout);
        shown_path(first->path);
        printf(" is %s\t", shown_why(first));
        shown_escaped(first->path);
    } else {
        fputs("\tnone\t", stdout);
        choice_print_none(name, left);
    }
    if (w->cut && (kernel >= 0 || c->count == 0))
        printf("; only %d files and folders were looked at", WALK_MOST);
    putchar('\n');
    free(other);
}
