/*
 * explorer [OPTION]... TRACE SOURCE: what the explorer's page shows, as JSON.
 *
 *   TRACE             of a block's life: `lab life`
 *   SOURCE            the kernel
 *   --withhold        without the lines between STEP and END
 *   --record FILE     of the check, docs/finding.md
 *   --questions FILE  with their answers, docs/predictions.md
 *   --tiles FILE      what the model says of other tiles: `lab model`
 *
 * Exit status: 0, or 2 with one line on stderr.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pack.h"
#include "rows.h"
#include "source.h"
#include "trace/fail.h"

/* "8 6 0" as a list of numbers. */
static json_t *list_of(const char *text)
{
    json_t *const list = json_array();
    char *end;

    for (long n = strtol(text, &end, 10); end != text; n = strtol(text, &end, 10)) {
        json_array_append_new(list, json_integer(n));
        text = end;
    }
    return list;
}

/* "As 4 32 32" as [4, 32, 32], under that name. */
static void add_named(json_t *to, const char *text)
{
    const size_t n = strcspn(text, " ");
    char name[256];

    if (n >= sizeof name)
        fail("the name of an array is too long: '%s'", text);
    memcpy(name, text, n);
    name[n] = '\0';
    json_object_set_new(to, name, list_of(text + n));
}

/* "dynamic shared memory 4096" as 4096, under that name. */
static void add_place(json_t *to, const char *text)
{
    const char *const last = strrchr(text, ' ');
    char name[256];

    if (!last || last - text >= (int)sizeof name)
        fail("not a place: '%s'", text);
    memcpy(name, text, (size_t)(last - text));
    name[last - text] = '\0';
    json_object_set_new(to, name, json_integer(atoll(last)));
}

/* "# block: 8 6 0" and the like. */
static void add_comments(json_t *page, const struct trace *t)
{
    json_t *const shared = json_object(), *const mark = json_object();
    json_t *const place = json_object();

    json_object_set_new(page, "place", place);
    json_object_set_new(page, "shared", shared);
    json_object_set_new(page, "mark", mark);
    for (size_t i = 0; i < t->comments; i++) {
        const char *const c = t->comment[i] + 2;
        const char *const value = strchr(c, ' ') ? strchr(c, ' ') + 1 : "";

        if (strncmp(c, "kernel: ", 8) == 0)
            json_object_set_new(page, "kernel", json_string(value));
        else if (strncmp(c, "occupancy: ", 11) == 0)
            json_object_set_new(page, "occupancy", json_string(value));
        else if (strncmp(c, "sms: ", 5) == 0)
            json_object_set_new(page, "sms", json_integer(atoi(value)));
        else if (strncmp(c, "resident: ", 10) == 0)
            json_object_set_new(page, "resident", json_integer(atoi(value)));
        else if (strncmp(c, "grid: ", 6) == 0)
            json_object_set_new(page, "grid", list_of(value));
        else if (strncmp(c, "threads: ", 9) == 0)
            json_object_set_new(page, "threads", list_of(value));
        else if (strncmp(c, "block: ", 7) == 0)
            json_object_set_new(page, "block", list_of(value));
        else if (strncmp(c, "window: ", 8) == 0)
            json_object_set_new(page, "window", json_integer(atoi(value)));
        else if (strncmp(c, "place ", 6) == 0)
            add_place(place, value);
        else if (strncmp(c, "shared ", 7) == 0)
            add_named(shared, value);
        else if (strncmp(c, "mark ", 5) == 0)
            add_named(mark, value);
        else if (strstr(c, " are left out"))
            json_object_set_new(page, "left_out", list_of(c));
    }
}

static json_t *record_json(const char *path)
{
    json_error_t why;
    json_t *const record = json_load_file(path, 0, &why);

    if (!record)
        fail("'%s': no valid record: %s", path, why.text);
    return record;
}

/* What the command line asks for: the last two are there. */
struct asked {
    bool withhold;
    const char *record, *questions, *tiles, *trace, *source;
};

static bool read_arguments(struct asked *a, int argc, char **argv)
{
    int i = 1;

    *a = (struct asked){.withhold = false};
    for (; i < argc - 2; i++)
        if (strcmp(argv[i], "--withhold") == 0)
            a->withhold = true;
        else if (strcmp(argv[i], "--record") == 0)
            a->record = argv[++i];
        else if (strcmp(argv[i], "--questions") == 0)
            a->questions = argv[++i];
        else if (strcmp(argv[i], "--tiles") == 0)
            a->tiles = argv[++i];
        else
            return false;
    if (i != argc - 2)
        return false;
    a->trace = argv[i];
    a->source = argv[i + 1];
    return true;
}

int main(int argc, char **argv)
{
    struct asked a;
    struct trace t;
    struct packed p;
    json_t *page;

    if (!read_arguments(&a, argc, argv)) {
        fputs("usage: explorer [--withhold] [--record FILE] [--questions FILE] "
              "[--tiles FILE] TRACE SOURCE\n",
              stderr);
        return 2;
    }
    trace_read(&t, a.trace);
    if (!t.requests)
        fail("the kernel never touches memory: is a STEP still empty?");
    pack(&p, &t);
    page = json_pack("{ss ss ss so so}", "lab", t.lab, "device", t.device, "problem",
                     t.problem, "trace", pack_json(&p), "source",
                     source_json(a.source, a.withhold));
    add_comments(page, &t);
    if (p.left_out)
        json_object_set_new(page, "left_out", json_pack("[I]", (json_int_t)p.left_out));
    if (a.record)
        json_object_set_new(page, "record", record_json(a.record));
    if (a.questions)
        json_object_set_new(page, "questions", rows_json(a.questions));
    if (a.tiles)
        json_object_set_new(page, "tiles", rows_json(a.tiles));
    if (json_dumpf(page, stdout, JSON_COMPACT) != 0 || fflush(stdout) != 0)
        fail("the page cannot be written");
    json_decref(page);
    pack_free(&p);
    trace_free(&t);
    return 0;
}
