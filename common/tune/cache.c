/* The tuner's cache as a TSV file; cache.h states the contract. */
#include "tune/cache.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "device/new_file.h"
#include "operation/problem.h"

double cache_gflops(const struct operation *of, const int size[], double ms)
{
    struct problem p = {.of = of};

    memcpy(p.size, size, sizeof p.size);
    return operation_rate(of->work(&p).flops, ms);
}

static bool parse(const struct operation *of, struct cache_row *r, const char *line)
{
    struct tile *t = &r->tile;
    char sizes[256];

    return sscanf(
               line,
               "%255[^\t]\t%15[^\t]\t%255[^\t]\t%d\t%d\t%d\t%d\t%d\t%d\t%lf\t%*f\t%d",
               r->device, r->source, sizes, &t->bm, &t->bn, &t->bk, &t->tm, &t->tn,
               &t->stages, &r->ms, &r->tried) == 11 &&
           problem_sizes_parse(of, sizes, r->size);
}

void cache_read(struct cache *c, const struct operation *of, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[1024];

    c->of = of;
    c->rows = 0;
    if (!in)
        return;
    while (c->rows < CACHE_ROWS && fgets(line, sizeof line, in))
        if (parse(of, &c->row[c->rows], line)) /* comments and the header are no rows */
            c->rows++;
    fclose(in);
}

static void write_row(FILE *out, const struct operation *of, const struct cache_row *r)
{
    const struct tile *t = &r->tile;
    char sizes[256];

    problem_sizes_text(of, r->size, sizes, sizeof sizes);
    fprintf(out, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.6g\t%.6g\t%d\n", r->device,
            r->source, sizes, t->bm, t->bn, t->bk, t->tm, t->tn, t->stages, r->ms,
            cache_gflops(of, r->size, r->ms), r->tried);
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
    struct new_file file;

    cache_read(&old, c->of, path);
    if (new_file_open(&file, path)) {
        fputs(head, file.out);
        fputs("device\tsource\tsizes\tBM\tBN\tBK\tTM\tTN\tSTAGES\tms\tgflops\ttried\n",
              file.out);
        for (int i = 0; i < c->rows; i++)
            write_row(file.out, c->of, &c->row[i]);
        for (int i = 0; i < old.rows; i++)
            if (!has_device(c, old.row[i].device))
                write_row(file.out, c->of, &old.row[i]);
        if (new_file_close(&file, true))
            return 0;
    }
    fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
    return 2;
}

static double square(double x)
{
    return x * x;
}

/* How far apart two problems are, see cache.h. */
static double distance(const struct operation *of, const int a[], const int b[])
{
    double sum = 0;

    for (int i = 0; of->size[i]; i++)
        if (!problem_is_ld(of, i))
            sum += square(log2((double)a[i] / b[i]));
    return sum;
}

const struct cache_row *cache_nearest(const struct cache *c, const char *device,
                                      const int size[])
{
    const struct cache_row *best = NULL;
    double least = INFINITY;

    for (const struct cache_row *r = c->row; r < c->row + c->rows; r++)
        if (strcmp(r->device, device) == 0 && distance(c->of, size, r->size) < least) {
            best = r;
            least = distance(c->of, size, r->size);
        }
    return best;
}
