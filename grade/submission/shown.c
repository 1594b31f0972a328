/* Paths on standard output; shown.h has the contract. */
#include "grade/submission/shown.h"

#include <stdio.h>
#include <string.h>

enum {
    PATH_MOST = 60, /* bytes of a path that is shown whole, */
    PATH_END = 57,  /* or with ... before its end */
    LIST_MOST = 5   /* entries that are named */
};

static bool is_between(const char *p, char first, char last)
{
    return (unsigned char)*p >= (unsigned char)first &&
           (unsigned char)*p <= (unsigned char)last;
}

/* True if `n` bytes behind p continue a character of UTF-8. */
static bool is_continued(const char *p, int n)
{
    while (n > 0 && is_between(++p, '\x80', '\xbf'))
        n--;
    return n == 0;
}

static bool is_control(const char *p)
{
    return is_between(p, '\x01', '\x1f') || *p == '\x7f';
}

/* The bytes of the UTF-8 character at p; 0 if it is none, or a control character. */
static size_t character(const char *p)
{
    if (is_between(p, ' ', '~'))
        return 1;
    if (*p == '\xc2')
        return is_between(p + 1, '\xa0', '\xbf') ? 2 : 0;
    if (is_between(p, '\xc3', '\xdf'))
        return is_continued(p, 1) ? 2 : 0;
    if (is_between(p, '\xe0', '\xef'))
        return is_continued(p, 2) ? 3 : 0;
    if (is_between(p, '\xf0', '\xf7'))
        return is_continued(p, 3) ? 4 : 0;
    return 0;
}

/* True if a character at p changes the direction of the text: U+202A to U+202E, and
   U+2066 to U+2069. */
static bool turns(const char *p)
{
    return (!strncmp(p, "\xe2\x80", 2) && is_between(p + 2, '\xa8', '\xae')) ||
           (!strncmp(p, "\xe2\x81", 2) && is_between(p + 2, '\xa6', '\xa9'));
}

/* Replace each control character and each change of direction by '?'. If the text is no
   UTF-8, replace each byte that is not ASCII, too. */
static void clean(char *text)
{
    const char *from = text;
    char *to = text;
    size_t n;

    while (*from) {
        const bool turn = turns(from);

        *to++ = turn || is_control(from) ? '?' : *from;
        from += turn ? 3 : 1;
    }
    *to = '\0';
    for (from = text; (n = character(from)); from += n)
        ;
    if (*from == '\0')
        return;
    for (to = text; *to; to++)
        if (is_between(to, '\x80', '\xff'))
            *to = '?';
}

void shown_path(const char *path)
{
    const size_t length = strlen(path);
    char text[PATH_MOST + 1];

    if (length > PATH_MOST) {
        path += length - PATH_END;
        while (is_between(path, '\x80', '\xbf')) /* not in the middle of a character */
            path++;
    }
    snprintf(text, sizeof text, "%s", path);
    clean(text);
    printf("'%s%s'", length > PATH_MOST ? "..." : "", text);
}

const char *shown_why(const struct walk_entry *entry)
{
    switch (entry->type) {
    case WALK_FILE:
        return entry->remark;
    case WALK_LARGE:
        return "larger than 1 MiB";
    case WALK_LINK:
        return "a symbolic link";
    case WALK_UNREADABLE:
        return "unreadable";
    default:
        return "no regular file";
    }
}

void shown_list(struct walk_entry *const *list, size_t n)
{
    for (size_t i = 0; i < n && i < LIST_MOST; i++) {
        const char *why = shown_why(list[i]);

        fputs(i ? ", " : "", stdout);
        shown_path(list[i]->path);
        if (*why)
            printf(" (%s)", why);
    }
    if (n > LIST_MOST)
        printf(" and %zu more", n - LIST_MOST);
}

void shown_escaped(const char *path)
{
    for (; *path; path++)
        if (is_control(path) || *path == '\\')
            printf("\\0%03o", (unsigned)*path);
        else
            putchar(*path);
}
