/* A table of checks; lab.h states the contract. */
#include <stdio.h>

#include "lab/lab.h"
#include "lab/points.h"
#include "finding/verdict.h"

static void print_row(const char *lab, const char *verdict, const char *points,
                      const char *where)
{
    printf("%-19s %-14s %7s%s%s\n", lab, verdict, points, *where ? "  " : "", where);
}

/* The row of a record that is there, and below it, what happened and what to do. */
static void print_record(const struct record *r, const char *lab, const char *points)
{
    const struct finding *f = &r->finding;
    char where[300] = "", message[sizeof f->what];

    if (f->verdict != VERDICT_PASS && f->line)
        snprintf(where, sizeof where, "%s:%d", f->file, f->line);
    else if (f->verdict == VERDICT_COMPILE_ERROR)
        snprintf(where, sizeof where, "%.*s", (int)sizeof where - 1, r->source);
    print_row(lab, verdict_word(f->verdict), points, where);
    if (f->verdict == VERDICT_PASS)
        return;
    lab_message(r, message, sizeof message);
    verdict_wrapped("    ", message, 80);
    if (f->remedy[0])
        verdict_wrapped("    try: ", f->remedy, 80);
}

int lab_summary(int argc, char **argv)
{
    static struct record r;
    static struct points table;
    double sum = 0, sum_most = 0;
    char points[64];
    int passed = 0;

    if (!points_read(&table, &argc, &argv))
        return 2;
    putchar('\n');
    print_row("lab", "verdict", "points", "where");
    for (int i = 1; i < argc; i++) {
        const int there = lab_read(argv[i], &r);
        double got, most;
        char lab[64];

        lab_of(argv[i], lab, sizeof lab);
        if (there < 0 ||
            !points_of(&table, lab, there ? &r.finding : NULL, &got, &most))
            return 2;
        sum += got;
        sum_most += most;
        passed += there && r.finding.verdict == VERDICT_PASS;
        snprintf(points, sizeof points, "%g/%g", got, most);
        if (there)
            print_record(&r, lab, points);
        else
            print_row(lab, "not run", "-", "");
    }
    snprintf(points, sizeof points, "%g/%g", sum, sum_most);
    putchar('\n');
    print_row("total", "", points, "");
    printf("%d of %d labs pass\n", passed, argc - 1);
    return passed == argc - 1 ? 0 : 1;
}
