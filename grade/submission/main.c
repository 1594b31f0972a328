/*
 * submission: which file of a submission is the kernel of which lab? Nothing is
 * unpacked, no link is followed, and nothing but regular files is read.
 *
 * usage: build/submission FOLDER [LAB...]    all labs of the course if none is named
 *        prints a line a lab, with tabs between:
 *   LAB file PATH [NOTE]   the kernel, relative to FOLDER; control characters in it,
 *                          and backslashes, are octal as for printf %b, such as \0012.
 *                          There is a note if PATH is unusual, or if other files were
 *                          left.
 *   LAB none MESSAGE       no kernel: what was expected, and what was found
 *   LAB refused WHY PATH   PATH is a link, no regular file, unreadable, or above 1 MiB
 * exit status: 0 done, 2 the call
 *
 * rank.h has the names that a kernel may have.
 */
#define _POSIX_C_SOURCE 200809L /* openat, faccessat */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grade/submission/candidates.h"
#include "grade/submission/choice.h"
#include "grade/submission/labs.h"
#include "grade/submission/room.h"
#include "grade/submission/walk.h"

/* The folder that was handed in, a descriptor. */
static int open_folder(const char *name)
{
    char *path = room_text("%s%s", *name == '/' ? "" : "./", name);
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder < 0 || faccessat(folder, ".", R_OK | X_OK, 0) != 0) {
        fprintf(stderr, "submission: '%s' is not a readable folder\n", path);
        exit(2);
    }
    free(path);
    return folder;
}

int main(int argc, char **argv)
{
    struct labs labs;
    struct walk walk;
    struct candidates_all all;
    struct choice_left left;

    if (argc < 2) {
        fprintf(stderr, "usage: build/submission FOLDER [LAB...]\n");
        return 2;
    }
    labs = labs_find(argc - 2, argv + 2);
    walk = walk_folder(open_folder(argv[1]), &labs);
    all = candidates_find(&walk, &labs);
    left = choice_left(&walk);
    for (int i = 0; i < labs.count; i++)
        choice_print(&all, i, &walk, &left);
    if (fflush(stdout) || ferror(stdout)) {
        perror("submission");
        return 2;
    }
    return 0;
}
