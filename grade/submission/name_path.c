/* Paths, endings and the numbers of copies; name.h has the contract. */
#define _DEFAULT_SOURCE /* strsep, strncasecmp */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grade/submission/name.h"
#include "grade/submission/room.h"

static const char digits[] = "0123456789";

struct name_path name_split(const char *path)
{
    struct name_path p = {.text = room_text("%s", path)};
    char *rest = p.text, *name;

    while (p.names < WALK_DEPTH && (name = strsep(&rest, "/")))
        p.name[p.names++] = name;
    return p;
}

const char *name_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The length of a name without the spaces at its end. */
static size_t length_of(const char *name)
{
    size_t n = strlen(name);

    while (n && name[n - 1] == ' ')
        n--;
    return n;
}

/* True if a name has that ending, in small letters or capitals. Spaces may follow. */
static bool ends(const char *name, const char *ending)
{
    const size_t n = length_of(name), length = strlen(ending);

    return n >= length && strncasecmp(name + n - length, ending, length) == 0;
}

/* Cut off an ending that is there. */
static void cut(char *name, const char *ending)
{
    name[length_of(name) - strlen(ending)] = '\0';
}

bool name_is_kernel(const char *path)
{
    return ends(path, ".cu") || ends(path, ".cu.txt");
}

/* The first "(12)" of a name; NULL if there is none. */
static const char *number_in(const char *name)
{
    for (; (name = strchr(name, '(')); name++) {
        const size_t n = strspn(name + 1, digits);

        if (n && name[1 + n] == ')')
            return name;
    }
    return NULL;
}

static long number_at(const char *number)
{
    return strtol(number, NULL, 10);
}

char *name_stem(const char *name, long *copy)
{
    char *stem = room_text("%s", name);
    const char *number;

    *copy = NAME_NO_COPY;
    if (ends(stem, ".txt"))
        cut(stem, ".txt");
    while (ends(stem, ".cu"))
        cut(stem, ".cu");
    while ((number = number_in(stem))) {
        char *longer = room_text("%.*s_copy_%s", (int)(number - stem), stem,
                                 strchr(number, ')') + 1);

        *copy = number_at(number + 1);
        free(stem);
        stem = longer;
    }
    return stem;
}

long name_copy_of_folder(const char *path)
{
    const char *number = number_in(path);

    return number && strchr(number, '/') ? number_at(number + 1) : NAME_NO_COPY;
}

long name_number_behind(const char *words)
{
    const size_t end = strlen(words) - 1; /* where the last _ is */
    size_t n = end;

    while (n && strchr(digits, words[n - 1]))
        n--;
    return n < end ? number_at(words + n) : NAME_NO_COPY;
}
