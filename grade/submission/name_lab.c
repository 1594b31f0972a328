/* Names of labs; name.h has the contract. */
#include "grade/submission/name.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "grade/submission/rank.h"
#include "grade/submission/room.h"

/* The ways in which a name may fit, the best first. */
enum how { BY_FULL, BY_NUMBER, BY_WORD, HOWS };

static bool has_number_of_other(const struct labs *labs, int lab, const char *words)
{
    for (int i = 0; i < labs->count; i++)
        if (i != lab && labs_match(&labs->lab[i], LABS_NUMBER, words, NULL))
            return true;
    return false;
}

/* A lab's number counts with "lab" before it, or without any other word but those for a
   copy; its word counts without the number of another lab, as in 02_naive. */
static bool fits(const struct labs *labs, int lab, enum how how, const char *words,
                 const char *plain)
{
    const struct lab *l = &labs->lab[lab];

    switch (how) {
    case BY_FULL:
        return labs_match(l, LABS_FULL, words, NULL);
    case BY_NUMBER:
        return labs_match(l, LABS_ALONE, plain, NULL) ||
               labs_match(l, LABS_LAB_NUMBER, words, NULL);
    default:
        return labs_match(l, LABS_WORD, words, NULL) &&
               !has_number_of_other(labs, lab, words);
    }
}

/* `words` without the lab's name. */
static char *rest_of(const struct lab *lab, enum how how, const char *words)
{
    static const enum labs_pattern cut[HOWS] = {LABS_CUT_FULL, LABS_CUT_NUMBER,
                                                LABS_CUT_WORD};
    regmatch_t at;

    if (!labs_match(lab, cut[how], words, &at))
        return room_text("%s", words);
    return room_text("%.*s_%s", (int)at.rm_so, words, words + at.rm_eo);
}

static int rank_of(const struct lab *lab, enum how how, const char *words,
                   const char *rest)
{
    static const int first[HOWS] = {RANK_FULL_MORE, RANK_NUMBER, RANK_WORD};
    const bool alone = strcmp(rest, "_") == 0;
    char *exact = room_text("_%s_", lab->name);
    int rank = how == BY_FULL && alone ? RANK_FULL : first[how];

    if (strcmp(words, exact) != 0)
        rank += alone ? RANK_PLUS_SIGNS : RANK_PLUS_WORDS;
    if (how == BY_NUMBER) {
        rank -= strstr(words, "lab") ? RANK_LESS_LAB : 0;
        rank -= fnmatch("*0[0-9]*", words, 0) == 0 ? RANK_LESS_ZERO : 0;
    }
    free(exact);
    return rank;
}

struct name_lab name_lab(const struct labs *labs, const char *name)
{
    struct name_lab found = {-1, 0, NULL};
    char *words = name_words(name, strlen(name)), *plain = name_plain(words);
    int how = name_is_numbered_kernel(words) ? HOWS : BY_FULL, hits = 0;

    for (; how < HOWS && !hits; how++) {
        for (int i = 0; i < labs->count; i++)
            if (fits(labs, i, (enum how)how, words, plain)) {
                found.lab = i;
                hits++;
            }
        if (hits == 1) {
            const struct lab *lab = &labs->lab[found.lab];

            found.rest = rest_of(lab, (enum how)how, words);
            found.rank = rank_of(lab, (enum how)how, words, found.rest);
        }
    }
    if (hits > 1)
        found.lab = -1;
    free(plain);
    free(words);
    return found;
}
