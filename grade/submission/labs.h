/* The labs whose kernels are sought, and how each may be named. */
#ifndef SUBMISSION_LABS_H
#define SUBMISSION_LABS_H

#include <regex.h>
#include <stdbool.h>

/* Patterns of the words (name.h) of a name or a text. For lab 03_smem: */
enum labs_pattern {
    LABS_FULL,            /* 03 smem, 3 smem, 03smem */
    LABS_ALONE,           /* 03 or 3, and no other word */
    LABS_LAB_NUMBER,      /* lab 03, lab3 */
    LABS_NUMBER,          /* 03 or 003 */
    LABS_WORD,            /* smem */
    LABS_CUT_FULL,        /* as LABS_FULL, and "lab" before it, to cut it out */
    LABS_CUT_NUMBER,      /* the same of the number */
    LABS_CUT_WORD,        /* the same of the word */
    LABS_LAB_FULL,        /* lab 03 smem, as in the first line of a skeleton */
    LABS_VOID_WORD,       /* void smem, as at the kernel's beginning */
    LABS_NUMBERED_KERNEL, /* kernel3.cu, with any suffix */
    LABS_PATTERNS
};

struct lab {
    const char *name; /* 03_smem */
    regex_t pattern[LABS_PATTERNS];
};

struct labs {
    int course; /* the course's folder, a descriptor */
    struct lab *lab;
    int count;
};

/* The `count` labs with these names; if `count` is 0, all labs of the course, which is
   the folder that has this program in build/. Without a course, without a lab, or with
   a name that cannot be a lab's, a line goes to stderr and the program ends with 2. */
struct labs labs_find(int count, char **names);

/* The first lab with this name; -1 if there is none. */
int labs_index(const struct labs *labs, const char *name);

/* True if `words` contain the pattern. `where`, unless NULL, becomes the first
   place. */
bool labs_match(const struct lab *lab, enum labs_pattern pattern, const char *words,
                regmatch_t *where);

#endif
