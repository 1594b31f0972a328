/*
 * The requests of a kernel's first warp to one memory, by the line of source that they
 * come from. Of one line, requests of equal operation, array and size are of one kind:
 * a picture shows the costliest of each kind.
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/trace_file.h"

struct line {
    int number;
    const char *file;
    long long cost, load_cost; /* the sum of all its requests, and of its loads */
    const struct traced_request **request; /* one of each kind, as the kinds first come:
                                       the costliest, of equals the first */
    size_t kinds, room;
};

/* Sorted by number. */
struct lines {
    struct line *line;
    size_t count, room;
};

/* Gather the requests to shared memory, or to global memory. The lines point into the
   trace. The caller frees them. */
void lines_gather(struct lines *l, const struct trace *t, bool shared);

/* Returns the line that LINE in the environment names; NULL if LINE is not set, or
   empty. A line that is not among these ends the program by fail(), which names the
   trace's lab, the memory, and the lines that there are. */
const struct line *lines_asked(const struct lines *l, const struct trace *t,
                               const char *memory);

void lines_free(struct lines *l);

#endif
