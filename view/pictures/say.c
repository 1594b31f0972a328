/* Words about kernels, elements and lanes; say.h states the contract. */
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

static const char *setting(const char *name)
{
    const char *const value = getenv(name);

    return value ? value : "";
}

void say_title(struct text *t, const struct trace *trace)
{
    text_add(t, "%s", trace->lab);
    if (strstr(trace->path, "/solutions/") && !strstr(setting("BASE"), "/solutions/")) {
        text_add(t, " (reference)");
    } else if (strstr(trace->path, "/other/")) {
        const char *const kernel = setting("KERNEL");
        const char *const slash = strrchr(kernel, '/');

        text_add(t, " (%s)", slash ? slash + 1 : kernel);
    }
}

/* The STEP that a line of a file is in: false if it is in none. */
static bool find_step(const char *file, int line, char *step, size_t size)
{
    char *const text = emu_read_file(file, NULL), *rest = text, *next;
    bool inside = false;

    for (int n = 1; text && n <= line && (next = emu_next_line(&rest)); n++) {
        const char *const at = strstr(next, "STEP ");

        inside = at || (inside && !strstr(next, "// END"));
        if (at)
            snprintf(step, size, "%s", at);
    }
    free(text);
    return inside;
}

const char *say_code(const struct trace *trace, const char *file, int line)
{
    static char step[128];

    return *setting("WITHHOLD") && find_step(file, line, step, sizeof step)
               ? step
               : trace_code(trace, file, line);
}

void say_counted(struct text *t, const struct trace *trace)
{
    text_add(t, "counted by the emulator (%s)", trace->device);
}

void say_element(struct text *t, const struct traced_request *r, long long byte)
{
    if (!r->cols || byte % r->element)
        text_add(t, "%s + %lld bytes", r->array, byte);
    else
        text_add(t, "%s[%lld][%lld]", r->array, byte / r->element / r->cols,
                 byte / r->element % r->cols);
}

/* The lanes one by one, of many the first two and the last. */
static void say_list(struct text *t, const int *lane, int n)
{
    enum { MANY = 5 };

    text_add(t, "lanes");
    if (n >= MANY)
        text_add(t, " %d %d...%d", lane[0], lane[1], lane[n - 1]);
    else
        for (int i = 0; i < n; i++)
            text_add(t, " %d", lane[i]);
}

void say_lanes(struct text *t, uint32_t lanes)
{
    int lane[LANES], n = 0;

    for (int i = 0; i < LANES; i++)
        if (lanes >> i & 1)
            lane[n++] = i;
    if (n == 1)
        text_add(t, "lane %d", lane[0]);
    else if (n && lane[n - 1] - lane[0] == n - 1)
        text_add(t, "lanes %d-%d", lane[0], lane[n - 1]);
    else
        say_list(t, lane, n);
}

void say_plural(struct text *t, int n, const char *what)
{
    text_add(t, "%d %s%s", n, what, n == 1 ? "" : "s");
}
