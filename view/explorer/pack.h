/*
 * The rows of a trace in a form that is small as text and quick to read: columns of
 * numbers. What many rows have in common is a number of an entry in a list:
 *
 *   array     what is accessed        place    an instruction: line, operation, array
 *   pattern   32 offsets, relative to the row's `at`; NOT_THERE: the lane takes no part
 *   origins   the origins of the words of 32 lanes, relative to the row's `from`, or
 *             NOT_THERE, ZERO, COMPUTED
 *
 * Rows are in the order of time.
 */
#ifndef PACK_H
#define PACK_H

#include <jansson.h>

#include "dictionary.h"
#include "trace/trace_file.h"

enum { NOT_THERE = -1000000000, ZERO = -1000000001, COMPUTED = -1000000002 };

struct packed_array {
    const char *name;
    bool shared;
    int rows, cols, element; /* of a matrix; an element's bytes; else 0 */
    int base;                /* its first byte: its address modulo 128 */
};
struct packed_place {
    int line, array; /* array: -1 for none */
    enum request_op op;
    int size, loads;
};

/* What a warp waits for, as a trace names it. */
enum { PACK_REASONS = 7 };
extern const char *const pack_reasons[PACK_REASONS];

enum packed_column {
    PACKED_PLACE,
    PACKED_WARP,
    PACKED_BEGIN,
    PACKED_CYCLES, /* from begin to end */
    PACKED_WAITED,
    PACKED_WHY,
    PACKED_COST,
    PACKED_PATTERN,
    PACKED_AT,
    PACKED_ORIGINS, /* 0: none, else 1 + the entry */
    PACKED_FROM,
    PACKED_COLUMNS
};

struct packed {
    struct packed_array *array;
    struct packed_place *place;
    size_t arrays, array_room, places, place_room;
    struct dictionary pattern, origins;
    long long *column[PACKED_COLUMNS];
    const struct traced_request **row; /* in their order */
    size_t n, left_out; /* rows; rows after them, for which the page has no room */
    long fault, other;  /* rows: the fault, and its other side; -1: none */
};

/* Pack the requests of a trace, which must exist as long as *p. Release with
   pack_free(). */
void pack(struct packed *p, const struct trace *t);
void pack_free(struct packed *p);

/* The same as JSON. The caller releases it. */
json_t *pack_json(const struct packed *p);

#endif
