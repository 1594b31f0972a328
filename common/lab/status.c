/* Where a learner is; lab.h states the contract. Runs nothing. */
#define _POSIX_C_SOURCE 200809L /* st_mtim */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "check/gaps.h"
#include "lab/lab.h"
#include "finding/verdict.h"
#include "table.h"

/* A lab's last check, as far as there was one. */
struct row {
    const char *lab;
    char kernel[128];
    bool checked, stale; /* the kernel was saved since */
    struct record r;
};

static bool newer(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec
               ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
               : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

static void read_row(const char *folder, const char *lab, struct row *row)
{
    struct stat kernel, record;
    char path[4096];

    snprintf(path, sizeof path, "%s/%s.check.json", folder, lab);
    snprintf(row->kernel, sizeof row->kernel, "labs/%s/kernel.cu", lab);
    row->lab = lab;
    row->checked = lab_read(path, &row->r) == 1;
    row->stale = row->checked && !stat(row->kernel, &kernel) && !stat(path, &record) &&
                 newer(&kernel, &record);
}

static void print_row(const struct row *row, bool here)
{
    const struct finding *f = &row->r.finding;
    char note[400] = "";

    if (row->stale)
        snprintf(note, sizeof note, "before your last change");
    else if (row->checked && f->verdict != VERDICT_PASS && f->line)
        snprintf(note, sizeof note, "%s:%d", f->file, f->line);
    if (here)
        snprintf(note + strlen(note), sizeof note - strlen(note), "%s<- you are here",
                 *note ? " " : "");
    printf(*note ? "%-19s %-14s %s\n" : "%-19s %s\n", row->lab,
           row->checked ? verdict_word(f->verdict) : "not checked", note);
}

/* What to do next. brief: in two lines. */
static void print_next(const struct row *row, bool brief)
{
    const struct finding *f = &row->r.finding;
    const int number = (int)strcspn(row->lab, "_");
    struct gap gap;

    if (row->stale) {
        printf("next: make check%.*s: %s was saved since its last check\n", number,
               row->lab, row->kernel);
    } else if (gaps_first_unfilled(row->kernel, &gap) == 1) {
        printf("next: write STEP %d at %s:%d, then make check%.*s\n", gap.step,
               row->kernel, gap.line, number, row->lab);
        if (!row->checked && !brief)
            printf("      what it is about: labs/%s/README.md\n", row->lab);
    } else if (!row->checked) {
        printf("next: make check%.*s\n", number, row->lab);
    } else {
        printf("next: mend %s", f->file[0] ? f->file : row->kernel);
        if (f->line)
            printf(":%d", f->line);
        printf(", then make check%.*s\n", number, row->lab);
        if (f->remedy[0] && !brief)
            verdict_wrapped("      ", f->remedy, 78);
    }
    printf("      make hint%.*s shows a hint, make watch%.*s checks at each save\n",
           number, row->lab, number, row->lab);
}

/* What the learner predicted of a kernel (docs/predictions.md): how many predictions a
   file has, and how many of them are met. Rows that are not complete do not count. */
static void count_predictions(const char *path, int *made, int *met)
{
    struct emu_table t;

    emu_table_open(&t, path);
    emu_table_header(&t);
    while (emu_table_row(&t))
        if (t.cells == t.columns && *emu_table_cell(&t, "met")) {
            ++*made;
            *met += strcmp(emu_table_cell(&t, "met"), "yes") == 0;
        }
    emu_table_close(&t);
}

/* Those in FOLDER/LAB.predictions.tsv, for each of the n labs that has such a file;
   nothing if none has. */
static void print_predictions(const char *folder, int n, char *const lab[])
{
    char path[4096], text[4096] = "";

    for (int i = 0; i < n; i++) {
        const size_t length = strlen(text);
        int made = 0, met = 0;

        snprintf(path, sizeof path, "%s/%s.predictions.tsv", folder, lab[i]);
        count_predictions(path, &made, &met);
        if (made)
            snprintf(text + length, sizeof text - length, "%slab %.*s %d of %d",
                     length ? ", " : "", (int)strcspn(lab[i], "_"), lab[i], met, made);
    }
    if (*text)
        verdict_wrapped("predictions met: ", text, 78);
}

static const char all_pass[] = "next: make report, one page with all of it\n";

/* The first lab that does not pass: *here, whose `lab` is NULL if all pass. print: a
   row for each. Returns how many pass. */
static int find_here(const char *folder, int n, char *const lab[], bool print,
                     struct row *here)
{
    static struct row row;
    int passed = 0;

    for (int i = 0; i < n; i++) {
        bool passes;

        read_row(folder, lab[i], &row);
        passes = row.checked && !row.stale && row.r.finding.verdict == VERDICT_PASS;
        passed += passes;
        if (print)
            print_row(&row, !passes && !here->lab);
        if (!passes && !here->lab)
            *here = row;
    }
    return passed;
}

int lab_status(int argc, char **argv)
{
    static struct row here;
    int passed;

    printf("%-19s %-14s %s\n", "lab", "verdict", "where");
    passed = find_here(argv[1], argc - 2, argv + 2, true, &here);
    printf("\n%d of %d labs pass\n", passed, argc - 2);
    print_predictions(argv[1], argc - 2, argv + 2);
    if (here.lab)
        print_next(&here, false);
    else
        fputs(all_pass, stdout);
    return 0;
}

int lab_here(int argc, char **argv)
{
    static struct row here;
    const int passed = find_here(argv[1], argc - 2, argv + 2, false, &here);

    printf("%d of %d labs pass\n", passed, argc - 2);
    if (here.lab) {
        print_row(&here, true);
        print_next(&here, true);
    } else {
        fputs(all_pass, stdout);
    }
    return 0;
}

int lab_first(int argc, char **argv)
{
    static struct row here;

    find_here(argv[1], argc - 2, argv + 2, false, &here);
    if (!here.lab)
        return 1;
    printf("%s\n", here.lab);
    return 0;
}
