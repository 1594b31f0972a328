/* The lines of a kernel; source.h states the contract. */
#include "source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"
#include "whole_file.h"

/* Bytes that are not UTF-8 become '?'. */
static json_t *line_json(char *line)
{
    json_t *text = json_string(line);

    for (char *c = line; !text && *c; c++)
        *c = *c & 0x80 ? '?' : *c;
    return text ? text : json_string(line);
}

json_t *source_json(const char *path, bool withhold)
{
    char *const text = emu_read_file(path, NULL), *rest = text, *line;
    json_t *const lines = json_array();
    bool inside = false;

    if (!text)
        fail("'%s': %s", path, strerror(errno));
    while ((line = emu_next_line(&rest))) {
        line[strcspn(line, "\r")] = '\0';
        inside &= !strstr(line, "// END");
        json_array_append_new(lines,
                              inside && withhold ? json_null() : line_json(line));
        inside |= strstr(line, "// STEP") != NULL;
    }
    free(text);
    return json_pack("{ss so}", "path", path, "lines", lines);
}
