/* The records of all labs as one grade.json, which docs/grading.md describes; lab.h. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding/utf8.h"
#include "lab/lab.h"
#include "lab/points.h"
#include "finding/verdict.h"
#include "whole_file.h"

/* Bytes of a report; of a longer one, those at its beginning and end. Of a message. */
enum { MOST = 64 << 10, HEAD = 48 << 10, TAIL = 16 << 10, MESSAGE = 400 };

/* A whole number without a point; NULL for what JSON has no number for. */
static json_t *number_of(double x)
{
    return fabs(x) < 1e15 && x == rint(x) ? json_integer((json_int_t)x) : json_real(x);
}

/* Points, or seconds to three digits. */
static json_t *number(double x)
{
    return number_of(rint(x * 1000) / 1000);
}

/* The report beside a record, 03_smem.check.txt, in full or its beginning and end. */
static json_t *report_of(const char *record)
{
    const int base = (int)strlen(record) - (int)strlen(".json");
    char path[4096], *text, *clean;
    size_t n;
    json_t *json;

    snprintf(path, sizeof path, "%.*s.txt", base > 0 ? base : 0, record);
    text = emu_read_file(path, NULL);
    n = text ? strlen(text) : 0;
    clean = malloc(3 * n + 1);
    if (!clean)
        exit(2);
    utf8_clean(text ? text : "", clean, 3 * n + 1);
    n = strlen(clean);
    if (n > MOST) {
        size_t head = HEAD, tail = n - TAIL;

        while ((clean[head] & 0xc0) == 0x80) /* between characters */
            head--;
        while ((clean[tail] & 0xc0) == 0x80)
            tail++;
        json = json_sprintf("%.*s\n[%zu bytes left out]\n%s", (int)head, clean,
                            tail - head, clean + tail);
    } else {
        json = json_string(clean);
    }
    free(text);
    free(clean);
    return json;
}

static json_t *stages_of(const struct record *r)
{
    json_t *all = json_object();

    for (int s = STAGE_COMPILES; s <= STAGE_TECHNIQUE; s++)
        json_object_set_new(all, stage_word((enum stage)s),
                            json_boolean(s <= (int)r->finding.stage));
    return all;
}

/* The values of the lab's rules, to five digits; NULL if no rule was judged. A value
   that is no number is left out. */
static json_t *counts_of(const struct finding *f)
{
    json_t *all = f->counts.n ? json_object() : NULL;
    char text[32];

    for (int i = 0; i < f->counts.n; i++) {
        snprintf(text, sizeof text, "%.5g", f->counts.number[i].value);
        json_object_set_new(all, f->counts.number[i].name,
                            number_of(strtod(text, NULL)));
    }
    return all;
}

static json_t *lab_object(const struct record *r, const char *path, double points,
                          double most)
{
    const struct finding *f = &r->finding;
    char message[MESSAGE + 1], clean[sizeof message];
    const bool place = f->verdict != VERDICT_PASS && f->line;

    lab_message(r, message, sizeof message);
    if (strlen(message) == MESSAGE)
        strcpy(message + MESSAGE - 3, "...");
    utf8_clean(message, clean, sizeof clean);
    return json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o*}", "lab", r->lab,
        "verdict", verdict_word(f->verdict), "file", place ? f->file : r->source,
        "line", place ? json_integer(f->line) : json_null(), "points", number(points),
        "max", number(most), "message", clean, "seconds", number(r->seconds), "stages",
        stages_of(r), "output", report_of(path), "counts", counts_of(f));
}

/* "emulator, NVIDIA H200" */
static json_t *device_of(const struct record *r)
{
    return json_sprintf("%s%s", strcmp(r->backend, "cpu") == 0 ? "emulator, " : "",
                        r->device);
}

/* "grade: no grade.json: what was not checked has no grade: 03_smem 04_tile1d" */
static bool all_there(int n, char **paths)
{
    static struct record r;
    char lab[64];
    bool there = true, valid = true;

    for (int i = 0; i < n; i++) {
        const int read = lab_read(paths[i], &r);

        valid = valid && read >= 0;
        if (read != 0)
            continue;
        lab_of(paths[i], lab, sizeof lab);
        fprintf(stderr, "%s %s",
                there ? "grade: no grade.json: what was not checked has no grade:" : "",
                lab);
        there = false;
    }
    if (!there)
        fputc('\n', stderr);
    return there && valid;
}

int lab_grade(int argc, char **argv)
{
    static struct record r;
    static struct points table;
    json_t *labs = json_array(), *device = NULL, *all;
    double sum = 0, sum_most = 0, seconds = 0;
    int status;

    if (!points_read(&table, &argc, &argv) || !all_there(argc - 2, argv + 2))
        return 2;
    for (int i = 2; i < argc; i++) {
        double got, most;

        if (lab_read(argv[i], &r) != 1 ||
            !points_of(&table, r.lab, &r.finding, &got, &most))
            return 2;
        json_array_append_new(labs, lab_object(&r, argv[i], got, most));
        device = device || !r.device[0] ? device : device_of(&r);
        sum += got;
        sum_most += most;
        seconds += r.seconds;
    }
    all = json_pack("{s:i, s:n, s:s, s:o, s:o, s:o, s:o, s:n, s:o}", "version", 1,
                    "student", "backend", argv[1], "device",
                    device ? device : json_null(), "seconds", number(seconds), "points",
                    number(sum), "max", number(sum_most), "protection", "labs", labs);
    status = json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) ? 2 : 0;
    putchar('\n');
    json_decref(all);
    return status;
}
