/* The table of points; points.h states the contract. */
#include "lab/points.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "finding/verdict.h"
#include "table.h"

static bool fail(int line, const char *what, const char *cell)
{
    fprintf(stderr, "common/lab/points.tsv:%d: ", line);
    fprintf(stderr, what, cell);
    fputc('\n', stderr);
    return false;
}

static bool read_columns(struct points *p, const struct emu_table *t)
{
    if (t->cells < 2 || t->cells > STAGE_TECHNIQUE + 1 ||
        strcmp(t->cell[0], "lab") != 0)
        return fail(t->line,
                    "the first row must name the columns: lab, and the stages%s", "");
    for (p->columns = 0; p->columns < t->cells - 1; p->columns++) {
        const char *name = t->cell[p->columns + 1];
        int s = STAGE_COMPILES;

        while (s <= STAGE_TECHNIQUE && strcmp(name, stage_word((enum stage)s)) != 0)
            s++;
        if (s > STAGE_TECHNIQUE)
            return fail(t->line, "\"%s\" is no stage", name);
        p->stage[p->columns] = (enum stage)s;
    }
    return true;
}

/* "10", "2.5" */
static bool is_number(const char *text)
{
    const size_t whole = strspn(text, "0123456789");
    const size_t part = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;

    return whole && (text[whole] == '\0' || (part && text[whole + 1 + part] == '\0'));
}

static bool read_row(struct points *p, const struct emu_table *t)
{
    char what[96];

    if (t->cells != p->columns + 1 || p->rows == POINTS_ROWS) {
        snprintf(what, sizeof what,
                 "a row of %d cells, where %d are expected, with tabs between%%s",
                 t->cells, p->columns + 1);
        return fail(t->line, what, "");
    }
    snprintf(p->row[p->rows].lab, sizeof p->row[p->rows].lab, "%s", t->cell[0]);
    for (int i = 0; i < p->columns; i++) {
        if (!is_number(t->cell[i + 1]))
            return fail(t->line, "\"%s\" is no number of points", t->cell[i + 1]);
        p->row[p->rows].points[i] = strtod(t->cell[i + 1], NULL);
    }
    p->rows++;
    return true;
}

static bool read_rows(struct points *p, struct emu_table *t)
{
    while (emu_table_row(t))
        if (!(p->columns ? read_row(p, t) : read_columns(p, t)))
            return false;
    return true;
}

bool points_read(struct points *p, int *argc, char ***argv)
{
    const char *path = "common/lab/points.tsv";
    struct emu_table t;
    bool read;

    memset(p, 0, sizeof *p);
    if (*argc > 2 && strcmp((*argv)[1], "--points") == 0) {
        path = (*argv)[2];
        *argc -= 2;
        *argv += 2;
    }
    if (!emu_table_open(&t, path)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    read = read_rows(p, &t);
    emu_table_close(&t);
    return read;
}

bool points_known(const struct finding *f)
{
    return f->failed <= f->stage + 1;
}

bool points_of(const struct points *p, const char *lab, const struct finding *f,
               double *got, double *most)
{
    const enum stage stage = f ? f->stage : STAGE_NONE;
    int at = -1;

    if (f && !points_known(f)) {
        fprintf(stderr,
                "%s: no points: its check ended at the first fault: check it with "
                "POINTS=1\n",
                lab);
        return false;
    }

    for (int i = 0; i < p->rows; i++)
        if (strcmp(p->row[i].lab, lab) == 0 ||
            (at < 0 && strcmp(p->row[i].lab, "*") == 0))
            at = i;
    if (at < 0) {
        fprintf(stderr, "common/lab/points.tsv: no row for %s, and no row *\n", lab);
        return false;
    }
    *got = *most = 0;
    for (int i = 0; i < p->columns; i++) {
        *most += p->row[at].points[i];
        *got += p->stage[i] <= stage ? p->row[at].points[i] : 0;
    }
    return true;
}
