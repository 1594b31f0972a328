/* The lines of a kernel; source.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"

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
    FILE *const in = fopen(path, "r");
    json_t *const lines = json_array();
    bool inside = false;
    char *line = NULL;
    size_t room = 0;

    if (!in)
        fail("'%s': %s", path, strerror(errno));
    while (getline(&line, &room, in) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        inside &= !strstr(line, "// END");
        json_array_append_new(lines,
                              inside && withhold ? json_null() : line_json(line));
        inside |= strstr(line, "// STEP") != NULL;
    }
    free(line);
    fclose(in);
    return json_pack("{ss so}", "path", path, "lines", lines);
}
