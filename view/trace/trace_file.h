/*
 * A trace: the memory requests of one block of one kernel. `build/lab trace` writes it
 * as a TSV file; probe_trace_write() in emu/include/probe_trace.h documents the
 * columns.
 */
#ifndef TRACE_H
#define TRACE_H

#include <stddef.h>

#include "trace/traced_request.h"

struct trace {
    const char *path;
    const char *lab, *device, *problem; /* "" where the file does not say it */
    struct traced_request *request;
    size_t requests, room;
    /* The other comments of a block's life, such as "# block: 8 6 0", in their order.
     */
    const char **comment;
    size_t comments, comment_room;
    /* For trace_file.c alone. */
    char *text;        /* the file, which all strings point into */
    const char **code; /* "FILE:LINE: TEXT" */
    size_t codes, code_room;
};

/* Read a trace. A file that cannot be read, or is not a trace, ends the program by
   fail(). The caller keeps `path` for as long as the trace, and frees the trace. */
void trace_read(struct trace *t, const char *path);

/* Returns the text of a line of source, "" if the trace does not have it. */
const char *trace_code(const struct trace *t, const char *file, int line);

void trace_free(struct trace *t);

#endif
