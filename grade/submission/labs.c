/* The labs and their names; labs.h has the contract. */
#define _GNU_SOURCE /* O_PATH, scandirat */
#include "grade/submission/labs.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/submission/room.h"

/* Extended regular expressions, where N is the number, W the word, F both. */
static const char *const forms[LABS_PATTERNS] = {
    [LABS_FULL] = "_F_",
    [LABS_ALONE] = "^_N_$",
    [LABS_LAB_NUMBER] = "_lab_?N_",
    [LABS_NUMBER] = "_0N_",
    [LABS_WORD] = "_W_",
    [LABS_CUT_FULL] = "_(lab_?)?F_",
    [LABS_CUT_NUMBER] = "_(lab_?)?N_",
    [LABS_CUT_WORD] = "_(lab_?)?W_",
    [LABS_LAB_FULL] = "_lab_?F_",
    [LABS_VOID_WORD] = "_void_W_",
    [LABS_NUMBERED_KERNEL] = "^_kernel_?N_cu_",
};

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "submission: %s: %s\n", what, why);
    exit(2);
}

/* "tile_?1_?d" for 04_tile1d: an _ may separate letters and digits. */
static char *word_of(const char *lab)
{
    const char *p = strchr(lab, '_');
    char *word, *end;

    p = p ? p + 1 : lab;
    word = end = room_for(NULL, 3 * strlen(p) + 1, 1);
    for (; *p; p++) {
        const bool borders =
            (islower((unsigned char)p[0]) && isdigit((unsigned char)p[1])) ||
            (isdigit((unsigned char)p[0]) && islower((unsigned char)p[1]));

        *end++ = *p;
        if (borders)
            *end++ = '_';
        if (borders || *p == '_')
            *end++ = '?';
    }
    *end = '\0';
    return word;
}

/* A form with the number and the word put in. */
static char *expression(const char *form, int number, const char *word)
{
    char *text = room_text("%s", "");

    for (; *form; form++) {
        char *longer = *form == 'N'   ? room_text("%s0*%d", text, number)
                       : *form == 'W' ? room_text("%s%s", text, word)
                       : *form == 'F' ? room_text("%s0*%d_?%s", text, number, word)
                                      : room_text("%s%c", text, *form);

        free(text);
        text = longer;
    }
    return text;
}

static void prepare(struct lab *lab, const char *name)
{
    char *word = word_of(name);

    lab->name = name;
    for (int i = 0; i < LABS_PATTERNS; i++) {
        char *text = expression(forms[i], atoi(name), word);

        if (regcomp(&lab->pattern[i], text, REG_EXTENDED) != 0)
            fail(name, "no lab has such a name");
        free(text);
    }
    free(word);
}

static int is_lab(const struct dirent *d)
{
    return fnmatch("[0-9][0-9]_*", d->d_name, 0) == 0;
}

/* The folder of the course, which has this program in build/. */
static int open_course(void)
{
    char *program = realpath("/proc/self/exe", NULL);
    int course = -1;

    if (program)
        course = open(dirname(dirname(program)), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (course < 0)
        fail("the folder of the course", strerror(errno));
    free(program);
    return course;
}

struct labs labs_find(int count, char **names)
{
    struct labs labs = {.course = open_course()};
    struct dirent **all = NULL;

    if (count == 0)
        labs.count = scandirat(labs.course, "labs", &all, is_lab, alphasort);
    else
        labs.count = count;
    if (labs.count <= 0)
        fail("'labs'", "the course has no lab");
    labs.lab = room_for(NULL, (size_t)labs.count, sizeof *labs.lab);
    for (int i = 0; i < labs.count; i++)
        prepare(&labs.lab[i], all ? all[i]->d_name : names[i]);
    return labs;
}

int labs_index(const struct labs *labs, const char *name)
{
    for (int i = 0; i < labs->count; i++)
        if (strcmp(labs->lab[i].name, name) == 0)
            return i;
    return -1;
}

bool labs_match(const struct lab *lab, enum labs_pattern pattern, const char *words,
                regmatch_t *where)
{
    return regexec(&lab->pattern[pattern], words, where ? 1 : 0, where, 0) == 0;
}
