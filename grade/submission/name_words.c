/* Words of names; name.h has the contract. */
#define _GNU_SOURCE /* strsep, stpcpy */
#include "grade/submission/name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grade/submission/room.h"

static const char *const copy_words[] = {"copy", "copie", "kopie",  "copia",    "of",
                                         "von",  "de",    "final",  "finished", "done",
                                         "new",  "fixed", "latest", "kernel",   NULL};
static const char *const old_words[] = {"old",      "backup", "bak", "orig",
                                        "original", "draft",  "wip", NULL};

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list) != 0)
        list++;
    return *list != NULL;
}

/* v2, v10 */
static bool is_version(const char *word)
{
    return word[0] == 'v' && word[1] && !word[1 + strspn(word + 1, "0123456789")];
}

char *name_words(const char *text, size_t bytes)
{
    char *words = room_for(NULL, bytes + 3, 1), *end = words;

    *end++ = '_';
    for (size_t i = 0; i < bytes; i++)
        if (isalnum((unsigned char)text[i]))
            *end++ = (char)tolower((unsigned char)text[i]);
        else if (end[-1] != '_')
            *end++ = '_';
    if (end[-1] != '_')
        *end++ = '_';
    *end = '\0';
    return words;
}

char *name_plain(const char *words)
{
    char *copy = room_text("%s", words), *rest = copy, *word;
    char *plain = room_for(NULL, strlen(words) + 1, 1), *end = plain;

    *end++ = '_';
    while ((word = strsep(&rest, "_")))
        if (*word && !is_one_of(word, copy_words) && !is_version(word)) {
            end = stpcpy(end, word);
            *end++ = '_';
        }
    *end = '\0';
    free(copy);
    return plain;
}

bool name_is_old(const char *words)
{
    char *copy = room_text("%s", words), *rest = copy, *word;
    bool old = false;

    while ((word = strsep(&rest, "_")))
        old = old || is_one_of(word, old_words);
    free(copy);
    return old;
}

bool name_is_numbered_kernel(const char *words)
{
    const size_t kernel = strlen("_kernel");
    size_t digits;

    if (strncmp(words, "_kernel", kernel) != 0)
        return false;
    words += kernel + (words[kernel] == '_');
    digits = strspn(words, "0123456789");
    return digits && strcmp(words + digits, "_") == 0;
}
