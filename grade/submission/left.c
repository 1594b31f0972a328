/* The files that are no candidates; choice.h has the contract. */
#define _GNU_SOURCE /* strcasestr */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grade/submission/choice.h"
#include "grade/submission/room.h"
#include "grade/submission/shown.h"

static bool is_archive(const char *path)
{
    static const char *const endings[] = {"zip",  "rar", "7z", "tar", "tgz", "tbz",
                                          "tbz2", "txz", "gz", "bz2", "xz",  "zst"};
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof endings / sizeof endings[0]; i++)
        if (strcasecmp(dot + 1, endings[i]) == 0)
            return true;
    return false;
}

/* The tables that 'make submit' packs beside the kernels; the page of a class reads
 * them.
 */
static bool is_prediction(const char *path)
{
    const char *folder = strstr(path, "predictions/");
    const char *dot = strrchr(path, '.');

    return folder && (folder == path || folder[-1] == '/') && dot &&
           strcmp(dot, ".tsv") == 0;
}

static int folders_of(const char *path)
{
    int n = 0;

    while ((path = strchr(path, '/')))
        path++, n++;
    return n;
}

/* Files with .cu in their names first, then those in fewer folders, then A to Z. */
static int compare(const void *a, const void *b)
{
    const char *x = (*(struct walk_entry *const *)a)->path;
    const char *y = (*(struct walk_entry *const *)b)->path;
    const int kernel = !strcasestr(x, ".cu") - !strcasestr(y, ".cu");
    const int folders = folders_of(x) - folders_of(y);

    return kernel ? kernel : folders ? folders : strcmp(x, y);
}

struct choice_left choice_left(const struct walk *w)
{
    struct choice_left left = {.is_empty = w->entries == 0};

    left.list = room_for(NULL, w->entries, sizeof *left.list);
    for (size_t i = 0; i < w->entries; i++)
        if (w->entry[i].type != WALK_FOLDER) {
            left.has_files = true;
            if (!w->entry[i].taken && !is_prediction(w->entry[i].path))
                left.list[left.count++] = &w->entry[i];
        }
    qsort(left.list, left.count, sizeof *left.list, compare);
    for (size_t i = 0; i < left.count && !left.archive; i++)
        if (is_archive(left.list[i]->path))
            left.archive = left.list[i];
    return left;
}

void choice_print_none(const char *lab, const struct choice_left *left)
{
    printf("there is no labs/%s/kernel.cu and no %s.cu", lab, lab);
    if (left->archive) {
        fputs("; there is ", stdout);
        shown_path(left->archive->path);
        printf(", an archive: unpack it, or hand in labs/%s/kernel.cu", lab);
    } else if (left->count) {
        fputs("; found: ", stdout);
        shown_list(left->list, left->count);
    } else if (left->is_empty) {
        fputs("; the folder is empty", stdout);
    } else if (!left->has_files) {
        fputs("; there are folders, and no file in them", stdout);
    }
}
