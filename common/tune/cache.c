/* The tuner's cache as a TSV file; cache.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* getpid */
#include "tune/cache.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

double cache_gflops(int M, int N, int K, double ms)
{
    return 2.0 * M * N * K / (ms * 1e-3) / 1e9;
}

static bool parse(struct cache_row *r, const char *line)
{
    struct tile *t = &r->tile;

    return sscanf(line,
                  "%255[^\t]\t%15[^\t]\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%lf\t%*"
                  "f\t%d",
                  r->device, r->source, &r->M, &r->N, &r->K, &t->bm, &t->bn, &t->bk,
                  &t->tm, &t->tn, &r->ms, &r->tried) == 12 &&
           r->M > 0 && r->N > 0 && r->K > 0;
}

void cache_read(struct cache *c, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[1024];

    c->rows = 0;
    if (!in)
        return;
    while (c->rows < CACHE_ROWS && fgets(line, sizeof line, in))
        if (parse(&c->row[c->rows], line)) /* comments and the header are no rows */
            c->rows++;
    fclose(in);
}

static void write_row(FILE *out, const struct cache_row *r)
{
    const struct tile *t = &r->tile;

    fprintf(out, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.6g\t%.6g\t%d\n", r->device,
            r->source, r->M, r->N, r->K, t->bm, t->bn, t->bk, t->tm, t->tn, r->ms,
            cache_gflops(r->M, r->N, r->K, r->ms), r->tried);
}

static bool has_device(const struct cache *c, const char *device)
{
    for (int i = 0; i < c->rows; i++)
        if (strcmp(c->row[i].device, device) == 0)
            return true;
    return false;
}

int cache_write(const struct cache *c, const char *path, const char *head)
{
    static struct cache old;
    char temporary[4096];
    bool written;
    FILE *out;

    cache_read(&old, path);
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    out = fopen(temporary, "w");
    if (!out) {
        fprintf(stderr, "cannot write '%s': %s\n", temporary, strerror(errno));
        return 2;
    }
    fputs(head, out);
    fputs("device\tsource\tM\tN\tK\tBM\tBN\tBK\tTM\tTN\tms\tgflops\ttried\n", out);
    for (int i = 0; i < c->rows; i++)
        write_row(out, &c->row[i]);
    for (int i = 0; i < old.rows; i++)
        if (!has_device(c, old.row[i].device))
            write_row(out, &old.row[i]);
    written = !ferror(out);
    if (fclose(out) == 0 && written && rename(temporary, path) == 0)
        return 0;
    fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
    remove(temporary);
    return 2;
}

static double square(double x)
{
    return x * x;
}

const struct cache_row *cache_nearest(const struct cache *c, const char *device, int M,
                                      int N, int K)
{
    const struct cache_row *best = NULL;
    double least = INFINITY;

    for (const struct cache_row *r = c->row; r < c->row + c->rows; r++) {
        const double distance = square(log2((double)M / r->M)) +
                                square(log2((double)N / r->N)) +
                                square(log2((double)K / r->K));

        if (strcmp(r->device, device) == 0 && distance < least) {
            best = r;
            least = distance;
        }
    }
    return best;
}
