/* Commands about one record, and what the others share; lab.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* access */
#include "lab/lab.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "finding/report_print.h"
#include "finding/verdict.h"
#include "lab/points.h"

int lab_read(const char *path, struct record *r)
{
    char why[256];

    memset(r, 0, sizeof *r);
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return 0;
    if (record_read(path, r, why, sizeof why))
        return 1;
    fprintf(stderr, "%s: no valid record: %s\n", path, why);
    return -1;
}

void lab_of(const char *path, char *lab, size_t size)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *end = strstr(name, ".check");

    snprintf(lab, size, "%.*s", (int)(end ? end - name : (long)strlen(name)), name);
}

void lab_message(const struct record *r, char *text, size_t size)
{
    snprintf(text, size, "%s",
             r->finding.verdict == VERDICT_PASS
                 ? "correct, safe, and by this lab's technique"
                 : r->finding.what);
    for (char *c = text; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
}

int lab_verdict(int argc, char **argv)
{
    static struct record r;
    const int there = argc == 2 ? lab_read(argv[1], &r) : -1;
    const struct finding *f = &r.finding;

    if (there < 0)
        return 2;
    printf("%s", there ? verdict_word(f->verdict) : "not run");
    if (there && f->verdict != VERDICT_PASS && f->line)
        printf(" %s:%d", f->file, f->line);
    else if (there && f->verdict == VERDICT_COMPILE_ERROR && f->file[0])
        printf(" %s", f->file); /* it lacks a function */
    putchar('\n');
    return 0;
}

int lab_passed(int argc, char **argv)
{
    static struct record r;

    if (argc != 2 || lab_read(argv[1], &r) != 1)
        return 2;
    return r.finding.verdict == VERDICT_PASS ? 0 : 1;
}

int lab_settled(int argc, char **argv)
{
    static struct record r;

    if (argc != 2 || lab_read(argv[1], &r) != 1)
        return 2;
    return points_known(&r.finding) ? 0 : 1;
}

int lab_explain(int argc, char **argv)
{
    static struct record r;

    if (argc != 2 || lab_read(argv[1], &r) != 1)
        return 2;
    if (r.finding.verdict == VERDICT_PASS)
        verdict_close(r.lab, &r.finding);
    else
        record_print(&r, false);
    return 0;
}

int lab_quote(int argc, char **argv)
{
    static struct record r;

    if (argc != 2 || lab_read(argv[1], &r) != 1)
        return 2;
    r.finding.line = 0;
    r.finding.more = 0;
    verdict_explain(&r.finding);
    return 0;
}

static void print_value(const json_t *value)
{
    if (json_is_string(value))
        printf("%s", json_string_value(value));
    else if (json_is_integer(value))
        printf("%lld", (long long)json_integer_value(value));
    else
        printf("%.9g", json_number_value(value));
}

int lab_get(int argc, char **argv)
{
    static struct record r;
    json_t *all, *value, *part;
    const char *name;
    size_t i;

    if (argc != 3 || lab_read(argv[1], &r) != 1)
        return 2;
    all = json_load_file(argv[1], 0, NULL);
    value = json_object_get(all, argv[2]);
    if (json_is_object(value)) {
        json_object_foreach(value, name, part)
        {
            printf("%s=", name);
            print_value(part);
            putchar('\n');
        }
    } else if (json_is_array(value)) {
        json_array_foreach(value, i, part)
        {
            print_value(part);
            putchar('\n');
        }
    } else if (value) {
        print_value(value);
        putchar('\n');
    }
    json_decref(all);
    return 0;
}

int lab_validate(int argc, char **argv)
{
    static struct record r;
    char why[256];
    int status = 0;

    for (int i = 1; i < argc; i++)
        if (!record_read(argv[i], &r, why, sizeof why)) {
            printf("%s: %s\n", argv[i], why);
            status = 1;
        }
    return status;
}

int lab_schema(int argc, char **argv)
{
    (void)argc, (void)argv;
    return record_schema(stdout) ? 0 : 2;
}
