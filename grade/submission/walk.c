/* A walk through a hostile folder; walk.h has the contract. */
#define _GNU_SOURCE /* O_PATH */
#include "grade/submission/walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grade/submission/room.h"

/* Folders are opened one name at a time, so that none is reached through a link. O_PATH
   opens a folder that may be entered, but not listed. */
enum { ENTER = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
enum { LIST = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

/* Open the folder that contains `path`. Returns its descriptor, or -1; *name becomes
   the last name of the path. */
static int open_holder(int folder, const char *path, const char **name)
{
    int at = openat(folder, ".", ENTER);

    for (const char *slash; at >= 0 && (slash = strchr(path, '/')); path = slash + 1) {
        char *part = room_text("%.*s", (int)(slash - path), path);
        const int next = openat(at, part, ENTER);

        free(part);
        close(at);
        at = next;
    }
    *name = path;
    return at;
}

/* Files and folders must be readable; under an expected name, all others as well. */
static enum walk_type type_of(int holder, const char *name, const struct stat *s,
                              bool expected)
{
    const int needed = S_ISREG(s->st_mode) || expected ? R_OK
                       : S_ISDIR(s->st_mode)           ? R_OK | X_OK
                                                       : F_OK;

    if (S_ISLNK(s->st_mode))
        return WALK_LINK;
    if (faccessat(holder, name, needed, 0) != 0)
        return WALK_UNREADABLE;
    if (S_ISREG(s->st_mode))
        return s->st_size > WALK_FILE_MOST ? WALK_LARGE : WALK_FILE;
    return S_ISDIR(s->st_mode) ? WALK_FOLDER : WALK_OTHER;
}

static void add(struct walk *w, const char *path, enum walk_type type, bool expected)
{
    if (w->seen == WALK_MOST) {
        w->cut = true;
        return;
    }
    w->seen++;
    for (size_t i = 0; i < w->expected; i++)
        if (strcmp(w->entry[i].path, path) == 0)
            return;
    w->entry[w->entries++] =
        (struct walk_entry){room_text("%s", path), type, false, ""};
    w->expected += expected;
}

static void add_expected(struct walk *w, const char *path)
{
    const char *name;
    const int holder = open_holder(w->folder, path, &name);
    struct stat s;

    if (holder < 0)
        return;
    if (fstatat(holder, name, &s, AT_SYMLINK_NOFOLLOW) == 0)
        add(w, path, type_of(holder, name, &s, true), true);
    close(holder);
}

static void list(struct walk *w, int folder, const char *above, int depth);

/* Add an entry of a folder, and its contents. `above` is the folder's path with a "/"
   at the end, or "". */
static void visit(struct walk *w, int holder, const char *above, const char *name,
                  int depth)
{
    struct stat s;
    enum walk_type type;
    char *path;

    if (*name == '.' || strcasecmp(name, "__MACOSX") == 0 ||
        fstatat(holder, name, &s, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    type = type_of(holder, name, &s, false);
    path = room_text("%s%s", above, name);
    add(w, path, type, false);
    if (type == WALK_FOLDER && depth < WALK_DEPTH && !w->cut) {
        char *inside = room_text("%s/", path);

        list(w, openat(holder, name, LIST), inside, depth + 1);
        free(inside);
    }
    free(path);
}

/* Add all entries of an open folder, and close it. */
static void list(struct walk *w, int folder, const char *above, int depth)
{
    DIR *in = folder < 0 ? NULL : fdopendir(folder);
    const struct dirent *d;

    while (in && !w->cut && (d = readdir(in)))
        visit(w, folder, above, d->d_name, depth);
    if (in)
        closedir(in);
    else if (folder >= 0)
        close(folder);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct walk walk_folder(int folder, const struct labs *labs)
{
    static const char *const forms[] = {"labs/%s/kernel.cu", "%s/kernel.cu", "%s.cu"};
    struct walk w = {.folder = folder};

    w.entry = room_for(NULL, WALK_MOST, sizeof *w.entry);
    for (int i = 0; i < labs->count; i++)
        for (int form = 0; form < 3; form++) {
            char *path = room_text(forms[form], labs->lab[i].name);

            add_expected(&w, path);
            free(path);
        }
    list(&w, openat(folder, ".", LIST), "", 1);
    w.sorted = room_for(NULL, w.entries, sizeof *w.sorted);
    for (size_t i = 0; i < w.entries; i++)
        w.sorted[i] = w.entry[i].path;
    qsort(w.sorted, w.entries, sizeof *w.sorted, compare);
    return w;
}

bool walk_has(const struct walk *w, const char *path)
{
    return bsearch(&path, w->sorted, w->entries, sizeof *w->sorted, compare) != NULL;
}

int walk_open(const struct walk *w, const char *path)
{
    const char *name;
    const int holder = open_holder(w->folder, path, &name);
    struct stat s;
    int file;

    if (holder < 0)
        return -1;
    file =
        openat(holder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    close(holder);
    if (file >= 0 && (fstat(file, &s) != 0 || !S_ISREG(s.st_mode))) {
        close(file);
        file = -1;
    }
    return file;
}
