/* Texts; text.h has the contract. */
#define _POSIX_C_SOURCE 200809L /* read */
#include "grade/submission/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grade/submission/room.h"
#include "grade/submission/walk.h"

/* How much of a text is used. A skeleton has some 3 KiB. */
enum {
    LINES_MOST = 19999,
    LINE_MOST = 64 << 10,  /* bytes of a line */
    DENSE_MOST = 64 << 10, /* bytes without white space */
    DENSE_STEP = 1 << 10,  /* they are counted once there are more than this */
    FIRST_MOST = 16 << 10  /* bytes of the first lines; the last one may exceed it */
};

/* The file's first bytes, as many as a kernel may have. */
static char *contents(int file, size_t *bytes)
{
    char *all = room_for(NULL, WALK_FILE_MOST, 1);
    ssize_t n = 1;

    *bytes = 0;
    while (file >= 0 && n > 0 && *bytes < WALK_FILE_MOST) {
        n = read(file, all + *bytes, WALK_FILE_MOST - *bytes);
        *bytes += n > 0 ? (size_t)n : 0;
    }
    if (file >= 0)
        close(file);
    return all;
}

/* The gaps of a skeleton that were read. */
struct gaps {
    bool any, open, filled;
};

static bool begins(const char *line, size_t n, const char *with)
{
    return n >= strlen(with) && memcmp(line, with, strlen(with)) == 0;
}

/* A line without white space. */
static void read_gaps(struct gaps *gaps, const char *line, size_t n)
{
    if (begins(line, n, "//STEP"))
        gaps->any = gaps->open = true;
    else if (begins(line, n, "//END"))
        gaps->open = false;
    else if (gaps->open && n > 0 && !begins(line, n, "//"))
        gaps->filled = true;
}

static void add_line(struct text *t, struct gaps *gaps, const char *line, size_t n)
{
    const size_t before = t->bytes;

    if (t->line_bytes < FIRST_MOST) {
        t->lines[t->line_bytes++] = ' ';
        memcpy(t->lines + t->line_bytes, line, n);
        t->line_bytes += n;
    }
    for (size_t i = 0; i < n; i++)
        if (!line[i] || !strchr(" \t\r\f\v", line[i]))
            t->dense[t->bytes++] = line[i];
    read_gaps(gaps, t->dense + before, t->bytes - before);
}

struct text text_read(int file)
{
    struct text t = {0};
    struct gaps gaps = {false, false, false};
    size_t size, counted = 0;
    char *all = contents(file, &size), *at = all, *end = all + size;

    t.dense = room_for(NULL, size, 1);
    t.lines = room_for(NULL, size + 1, 1); /* a space more than line ends */
    for (int line = 0; line < LINES_MOST && counted < DENSE_MOST && at < end; line++) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t n = (size_t)((stop ? stop : end) - at);

        add_line(&t, &gaps, at, n < LINE_MOST ? n : LINE_MOST);
        if (t.bytes - counted > DENSE_STEP)
            counted = t.bytes;
        at = stop ? stop + 1 : end;
    }
    t.untouched = gaps.any && !gaps.filled;
    free(all);
    return t;
}

void text_free(struct text *t)
{
    free(t->dense);
    free(t->lines);
}

bool text_same(const struct text *a, const struct text *b)
{
    return a->bytes == b->bytes && memcmp(a->dense, b->dense, a->bytes) == 0;
}
