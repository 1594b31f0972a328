/* The record of a search as a TSV file; search.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* ftruncate */
#include "tune/search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "operation/problem.h"

static const char columns[] =
    "device\tsource\tsizes\tBM\tBN\tBK\tTM\tTN\tSTAGES\tverdict\tms\tgflops\tnote\n";

static _Noreturn void cannot_write(const char *path)
{
    fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
    exit(2);
}

static bool parse(struct search *s, struct search_row *r, const char *line)
{
    struct tile *t = &r->tile;
    char sizes[256];

    r->note[0] = '\0';
    return sscanf(
               line,
               "%255[^\t]\t%15[^\t]\t%255[^\t]\t%d\t%d\t%d\t%d\t%d\t%d\t%23[^\t]\t%lf"
               "\t%*f\t%299[^\n]",
               s->device, s->source, sizes, &t->bm, &t->bn, &t->bk, &t->tm, &t->tn,
               &t->stages, r->verdict, &r->ms, r->note) >= 11 &&
           problem_sizes_parse(s->of, sizes, r->shape.size);
}

void search_read(struct search *s, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[1024];

    snprintf(s->path, sizeof s->path, "%s", path);
    s->rows = 0;
    if (!in)
        return;
    while (s->rows < SEARCH_ROWS && fgets(line, sizeof line, in))
        if (strchr(line, '\n') && parse(s, &s->row[s->rows], line))
            s->rows++;
    fclose(in);
}

/* True if the file begins with `head`. */
static bool begins_with(FILE *file, const char *head)
{
    rewind(file);
    for (; *head; head++)
        if (getc(file) != *head)
            return false;
    return true;
}

/* Cut off a last line that a search which was killed has left half written. */
static void cut_torn_line(FILE *file, const char *path)
{
    long whole = 0;

    rewind(file);
    for (int c; (c = getc(file)) != EOF;)
        if (c == '\n')
            whole = ftell(file);
    if (ftruncate(fileno(file), whole) != 0)
        cannot_write(path);
}

/* The file is not replaced, since another process may hold a lock on it. */
void search_open(struct search *s, const char *path, const char *head,
                 const char *device, const char *source)
{
    FILE *file = fopen(path, "a+");

    if (!file)
        cannot_write(path);
    if (begins_with(file, head)) {
        cut_torn_line(file, path);
    } else if (ftruncate(fileno(file), 0) != 0 || fputs(head, file) < 0 ||
               fputs(columns, file) < 0) {
        cannot_write(path);
    }
    if (fclose(file) != 0)
        cannot_write(path);
    search_read(s, path);
    snprintf(s->device, sizeof s->device, "%s", device);
    snprintf(s->source, sizeof s->source, "%s", source);
}

void search_add(struct search *s, const struct search_row *r)
{
    const struct tile *t = &r->tile;
    FILE *out = fopen(s->path, "a");
    char ms[32], sizes[256];

    if (!out)
        cannot_write(s->path);
    if (s->rows == SEARCH_ROWS) {
        fprintf(stderr, "%s: more than %d rows\n", s->path, SEARCH_ROWS);
        exit(2);
    }
    snprintf(ms, sizeof ms, "%.6g", r->ms);
    problem_sizes_text(s->of, r->shape.size, sizes, sizeof sizes);
    fprintf(out, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%.6g\t%s\n", s->device,
            s->source, sizes, t->bm, t->bn, t->bk, t->tm, t->tn, t->stages, r->verdict,
            ms, search_right(r) ? cache_gflops(s->of, r->shape.size, r->ms) : 0,
            r->note);
    if (fclose(out) != 0)
        cannot_write(s->path);
    s->row[s->rows] = *r;
    s->row[s->rows++].ms = atof(ms); /* as whoever reads the file will find it */
}

bool search_right(const struct search_row *r)
{
    return strcmp(r->verdict, "right") == 0;
}

bool search_same_shape(const struct tune_shape *a, const struct tune_shape *b)
{
    return memcmp(a->size, b->size, sizeof a->size) == 0;
}

const struct search_row *search_find(const struct search *s, const struct tile *t,
                                     const struct tune_shape *shape)
{
    for (const struct search_row *r = s->row; r < s->row + s->rows; r++)
        if (tile_same(&r->tile, t) && search_same_shape(&r->shape, shape))
            return r;
    return NULL;
}

const struct search_row *search_failure(const struct search *s, const struct tile *t)
{
    for (const struct search_row *r = s->row; r < s->row + s->rows; r++)
        if (tile_same(&r->tile, t) && !search_right(r) &&
            strcmp(r->verdict, SEARCH_UNTIMED) != 0)
            return r;
    return NULL;
}

/* The fastest candidate for one shape; with tried == 0, there is none. */
static struct cache_row winner(const struct search *s, const struct tiles *candidates,
                               const struct tune_shape *shape)
{
    struct cache_row best = {.tried = 0};

    memcpy(best.size, shape->size, sizeof best.size);
    snprintf(best.device, sizeof best.device, "%s", s->device);
    snprintf(best.source, sizeof best.source, "%s", s->source);
    for (int i = 0; i < candidates->n; i++) {
        const struct tile *t = &candidates->tile[i];
        const struct search_row *r = search_find(s, t, shape);

        if (!r || !search_right(r) || search_failure(s, t))
            continue;
        if (best.tried++ == 0 || r->ms < best.ms) {
            best.ms = r->ms;
            best.tile = *t;
        }
    }
    return best;
}

void search_winners(const struct search *s, const struct tiles *candidates,
                    const struct tune_shape *shapes, struct cache *c)
{
    c->of = s->of;
    c->rows = 0;
    for (; shapes->size[0] && c->rows < CACHE_ROWS; shapes++) {
        c->row[c->rows] = winner(s, candidates, shapes);
        if (c->row[c->rows].tried)
            c->rows++;
    }
}
