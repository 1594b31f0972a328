/* The tuner's cache as a TSV file; tune_cache.h states the contract. */
#include "tune/tune_cache.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "device/new_file.h"
#include "operation/problem.h"
#include "tune/tune_tiles.h"

double cache_gflops(const struct operation *of, const int size[], double ms)
{
    struct problem p = {.of = of};

    memcpy(p.size, size, sizeof p.size);
    return operation_rate(of->work(&p).flops, ms);
}

void cache_print_place(FILE *out, const struct operation *of, const char *device,
                       const char *source, const int size[], const struct tile *t)
{
    char sizes[256];

    problem_sizes_text(of, size, sizes, sizeof sizes);
    fprintf(out, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d", device, source, sizes, t->bm,
            t->bn, t->bk, t->tm, t->tn, t->stages);
}

bool cache_read_place(const struct emu_table *row, const struct operation *of,
                      int size[], struct tile *t)
{
    double n[TILE_COLUMNS];

    for (int i = 0; i < TILE_COLUMNS; i++)
        if (!emu_table_number(row, tile_column[i], &n[i]))
            return false;
    *t =
        (struct tile){(int)n[0], (int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5]};
    return problem_sizes_parse(of, emu_table_cell(row, "sizes"), size);
}

static bool parse(const struct operation *of, struct cache_row *r,
                  const struct emu_table *row)
{
    double tried;

    snprintf(r->device, sizeof r->device, "%s", emu_table_cell(row, "device"));
    snprintf(r->source, sizeof r->source, "%s", emu_table_cell(row, "source"));
    if (!cache_read_place(row, of, r->size, &r->tile) ||
        !emu_table_number(row, "ms", &r->ms) || !emu_table_number(row, "tried", &tried))
        return false;
    r->tried = (int)tried;
    return true;
}

void cache_read(struct cache *c, const struct operation *of, const char *path)
{
    struct emu_table t;

    c->of = of;
    c->rows = 0;
    emu_table_open(&t, path);
    emu_table_header(&t);
    while (c->rows < CACHE_ROWS && emu_table_row(&t))
        c->rows += parse(of, &c->row[c->rows], &t);
    emu_table_close(&t);
}

static void write_row(FILE *out, const struct operation *of, const struct cache_row *r)
{
    cache_print_place(out, of, r->device, r->source, r->size, &r->tile);
    fprintf(out, "\t%.6g\t%.6g\t%d\n", r->ms, cache_gflops(of, r->size, r->ms),
            r->tried);
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
        fputs(CACHE_COLUMNS "\tms\tgflops\ttried\n", file.out);
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

/* How far apart two problems are, see tune_cache.h. */
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
