/* What the page shows; live_state.h states the contract. */
#define _POSIX_C_SOURCE 200809L
#include "live/live_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "finding/record.h"
#include "live/events.h"
#include "live/tables.h"

enum { AROUND = 4 }; /* lines of the kernel before and after the one that is named */

static void set(json_t *object, const char *name, json_t *value)
{
    json_object_set_new(object, name, value);
}

static json_t *number(unsigned long n)
{
    return json_integer((json_int_t)n);
}

void state_begin(struct state *s, const struct course *c)
{
    char id[8];

    s->course = c;
    s->all = json_object();
    snprintf(id, sizeof id, "%.*s", (int)strcspn(c->lab, "_"), c->lab);
    set(s->all, "number", json_string(id));
    set(s->all, "lab", json_string(c->lab));
    set(s->all, "next", json_string(c->next));
    set(s->all, "kernel", tables_text(c->kernel));
    set(s->all, "doing", json_string("waiting"));
    set(s->all, "explores", json_boolean(*c->explore));
}

void state_saved(struct state *s, const struct saved *kernel)
{
    static const char *const gone[] = {"check", "machine", "no_speeds", "no_explorer",
                                       "predictions"};
    const time_t now = time(NULL);
    struct tm local;
    char clock[16];

    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++)
        json_object_del(s->all, gone[i]);
    localtime_r(&now, &local);
    strftime(clock, sizeof clock, "%H:%M:%S", &local);
    set(s->all, "save", number(kernel->number));
    set(s->all, "cksum", number(kernel->sum));
    set(s->all, "saved", json_string(clock));
}

void state_doing(struct state *s, const char *what)
{
    set(s->all, "doing", json_string(what));
}

/* The lines of the checked text around a line: {"first": 17, "lines": [...]}. */
static json_t *lines_around(const struct saved *kernel, int line)
{
    const int first = line > AROUND ? line - AROUND : 1;
    json_t *lines = json_array();
    const char *at = kernel->text;
    char *one;

    for (int i = 1; *at && i <= line + AROUND; i++) {
        const size_t length = strcspn(at, "\n");

        if (i >= first && (one = strndup(at, length))) {
            json_array_append_new(lines, tables_text(one));
            free(one);
        }
        at += length + (at[length] == '\n');
    }
    return json_pack("{si so}", "first", first, "lines", lines);
}

static void take_predictions(struct state *s)
{
    char path[4096];

    snprintf(path, sizeof path, "%s.predictions.tsv", s->course->mine);
    set(s->all, "predictions", tables_predictions(path));
}

bool state_check(struct state *s, const struct saved *kernel, long long after,
                 char verdict[32])
{
    static struct record r;
    const char *path = s->course->record;
    char why[256];
    json_t *finding, *check;

    verdict[0] = '\0';
    memset(&r, 0, sizeof r);
    if (!record_read(path, &r, why, sizeof why) ||
        !(finding = json_load_file(path, 0, NULL)))
        return false;
    snprintf(verdict, 32, "%s", json_string_value(json_object_get(finding, "verdict")));
    check = json_pack("{sI sI sf so}", "save", (json_int_t)kernel->number, "cksum",
                      (json_int_t)kernel->sum, "after", (double)after / 1000, "finding",
                      finding);
    if (r.finding.line && strcmp(r.finding.file, kernel->path) == 0)
        set(check, "source", lines_around(kernel, r.finding.line));
    set(s->all, "check", check);
    take_predictions(s);
    return true;
}

void state_trouble(struct state *s, const char *what, const char *output)
{
    enum { LINES = 12 };
    const char *const text = output ? output : "make failed";
    const char *at = text + strlen(text);

    for (int lines = 0; at > text && lines < LINES; at--)
        lines += at[-1] == '\n' && at[0];
    set(s->all, what, tables_text(at + (at > text)));
}

void state_speeds(struct state *s, unsigned long save)
{
    char path[4096];
    json_t *speeds;

    snprintf(path, sizeof path, "%s.tsv", s->course->mine);
    speeds = tables_speeds(path, s->course->tables);
    if (!speeds)
        return;
    set(speeds, "save", number(save));
    set(s->all, "speeds", speeds);
}

void state_picture(struct state *s, const char *what, unsigned long save, bool fault)
{
    set(s->all, what,
        json_pack("{sI sI sb}", "save", (json_int_t)save, "version",
                  (json_int_t)s->number + 1, "fault", fault));
    take_predictions(s);
}

void state_publish(struct state *s)
{
    char *text;

    set(s->all, "sequence", number(++s->number));
    text = json_dumps(s->all, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (text)
        events_publish(text, s->number);
}
