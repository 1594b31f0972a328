/* The record of a search as a TSV file; search.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* truncate */
#include "tune/search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "whole_file.h"

static const char columns[] = CACHE_COLUMNS "\tverdict\tms\tgflops\tnote\n";

static _Noreturn void cannot_write(const char *path)
{
    fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
    exit(2);
}

static bool parse(const struct search *s, struct search_row *r,
                  const struct emu_table *row)
{
    snprintf(r->verdict, sizeof r->verdict, "%s", emu_table_cell(row, "verdict"));
    snprintf(r->note, sizeof r->note, "%s", emu_table_cell(row, "note"));
    return cache_read_place(row, s->of, r->shape.size, &r->tile) && r->verdict[0] &&
           emu_table_number(row, "ms", &r->ms);
}

void search_read(struct search *s, const char *path)
{
    struct emu_table t;

    snprintf(s->path, sizeof s->path, "%s", path);
    s->rows = 0;
    emu_table_open(&t, path);
    emu_table_header(&t);
    while (s->rows < SEARCH_ROWS && emu_table_row(&t) && t.rest)
        s->rows += parse(s, &s->row[s->rows], &t);
    emu_table_close(&t);
}

/* The file is not replaced, since another process may hold a lock on it. */
void search_open(struct search *s, const char *path, const char *head,
                 const char *device, const char *source)
{
    char *text = emu_read_file(path, NULL), *end = text ? strrchr(text, '\n') : NULL;
    FILE *out = NULL;

    if (end && strncmp(text, head, strlen(head)) == 0) {
        /* A search that was killed may have left its last line half written. */
        if (truncate(path, end + 1 - text) != 0)
            cannot_write(path);
    } else if (!(out = fopen(path, "w")) || fprintf(out, "%s%s", head, columns) < 0 ||
               fclose(out) != 0) {
        cannot_write(path);
    }
    free(text);
    search_read(s, path);
    snprintf(s->device, sizeof s->device, "%s", device);
    snprintf(s->source, sizeof s->source, "%s", source);
}

void search_add(struct search *s, const struct search_row *r)
{
    FILE *out = fopen(s->path, "a");
    char ms[32];

    if (!out)
        cannot_write(s->path);
    if (s->rows == SEARCH_ROWS) {
        fprintf(stderr, "%s: more than %d rows\n", s->path, SEARCH_ROWS);
        exit(2);
    }
    snprintf(ms, sizeof ms, "%.6g", r->ms);
    cache_print_place(out, s->of, s->device, s->source, r->shape.size, &r->tile);
    fprintf(out, "\t%s\t%s\t%.6g\t%s\n", r->verdict, ms,
            search_right(r) ? cache_gflops(s->of, r->shape.size, r->ms) : 0, r->note);
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

struct cache_row search_winner(const struct search *s, const struct tiles *candidates,
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
        c->row[c->rows] = search_winner(s, candidates, shapes);
        if (c->row[c->rows].tried)
            c->rows++;
    }
}
