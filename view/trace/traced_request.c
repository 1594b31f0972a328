/* A row of a trace, from text into a request; traced_request.h states the contract. */
#include "trace/traced_request.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"

enum {
    LARGEST_SIZE = 16, /* bytes per lane: a float4 */
    L1_LINE = 128,     /* bytes */
};

static const char *const names[COLUMNS] = {
    "warp", "step",   "steps",   "file", "line",   "op",   "space",  "array",
    "rows", "cols",   "element", "size", "loads",  "cost", "base",   "offset",
    "turn", "launch", "begin",   "end",  "waited", "why",  "origin", "async",
};
static const char *const spaces[] = {"global", "shared", "-"};
static const char *const ops[ALL_OPS] = {
    "load", "store", "atomic", "land", "barrier", "fault",      "other",
    "copy", "init",  "arrive", "wait", "product", "multiplied", "fence"};

const char *request_op_word(enum request_op op)
{
    return ops[op];
}

bool request_has(const struct traced_request *r, int lane)
{
    return r->lanes >> lane & 1;
}

void request_header(struct request_rows *rows)
{
    struct emu_table *t = &rows->table;
    int found = 0;

    t->columns = t->cells;
    for (int c = 0; c < COLUMNS && t->cells <= EMU_TABLE_CELLS; c++) {
        rows->at[c] = -1;
        for (int i = 0; i < t->cells && rows->at[c] < 0; i++)
            if (strcmp(t->cell[i], names[c]) == 0)
                rows->at[c] = i;
        found += c < COLUMNS_NEEDED && rows->at[c] >= 0;
    }
    if (found != COLUMNS_NEEDED)
        fail("'%s': line %d: not the header of a trace", t->path, t->line);
}

static char *cell_of(const struct request_rows *row, enum request_column c)
{
    return row->table.cell[row->at[c]];
}

static bool has_cell(const struct request_rows *row, enum request_column c)
{
    return row->at[c] >= 0;
}

static void __attribute__((noreturn))
refuse(const struct request_rows *row, enum request_column c, const char *text)
{
    fail("'%s': line %d: '%s' is not possible as %s", row->table.path, row->table.line,
         text, names[c]);
}

/* The number that is this text, of column c. */
static long long number(const struct request_rows *row, enum request_column c,
                        const char *text, long long least, long long most)
{
    char *end;
    long long n;

    errno = 0;
    n = strtoll(text, &end, 10);
    if (end == text || *end || errno || n < least || n > most)
        refuse(row, c, text);
    return n;
}

/* The number in a cell. */
static int count(const struct request_rows *row, enum request_column c, int least,
                 int most)
{
    return (int)number(row, c, cell_of(row, c), least, most);
}

/* The place of a cell in a list of words. */
static int choice(const struct request_rows *row, enum request_column c,
                  const char *const *word, int words)
{
    for (int i = 0; i < words; i++)
        if (strcmp(word[i], cell_of(row, c)) == 0)
            return i;
    refuse(row, c, cell_of(row, c));
}

/* The cell's pieces, one per lane. */
static void split_lanes(const struct request_rows *row, enum request_column c,
                        char **lane)
{
    int n = 0;

    for (char *end = cell_of(row, c), *text = end; end; text = end + 1, n++) {
        end = strchr(text, ',');
        if (end)
            *end = '\0';
        if (n < LANES)
            lane[n] = text;
    }
    if (n != LANES)
        fail("'%s': line %d: %s of %d lanes, expected %d", row->table.path,
             row->table.line, names[c], n, LANES);
}

static void read_offsets(const struct request_rows *row, struct traced_request *r)
{
    const long long farthest = 1LL << 48; /* bytes: as far as addresses go */
    char *lane[LANES];

    split_lanes(row, COLUMN_OFFSET, lane);
    for (int i = 0; i < LANES; i++) {
        if (strcmp(lane[i], "-") == 0)
            continue;
        r->lanes |= UINT32_C(1) << i;
        r->offset[i] = number(row, COLUMN_OFFSET, lane[i], -farthest, farthest);
    }
}

static void read_turns(const struct request_rows *row, struct traced_request *r)
{
    char *lane[LANES];
    int last = 0;

    split_lanes(row, COLUMN_TURN, lane);
    for (int i = 0; i < LANES; i++)
        if (request_has(r, i)) {
            last = (int)number(row, COLUMN_TURN, lane[i], last ? last : 1, last + 1);
            r->turn[i] = last;
        }
}

/* The number in a cell of a block's life, 0 in another trace. */
static long long cycles(const struct request_rows *row, enum request_column c)
{
    return has_cell(row, c) ? number(row, c, cell_of(row, c), 0, INT_MAX) : 0;
}

static void read_life(const struct request_rows *row, struct traced_request *r)
{
    r->launch =
        has_cell(row, COLUMN_LAUNCH) ? count(row, COLUMN_LAUNCH, 1, INT_MAX) : 1;
    r->begin = cycles(row, COLUMN_BEGIN);
    r->end = cycles(row, COLUMN_END);
    r->waited = cycles(row, COLUMN_WAITED);
    r->why = has_cell(row, COLUMN_WHY) ? cell_of(row, COLUMN_WHY) : "-";
    r->origin = has_cell(row, COLUMN_ORIGIN) ? cell_of(row, COLUMN_ORIGIN) : "-";
    r->async = has_cell(row, COLUMN_ASYNC) ? cell_of(row, COLUMN_ASYNC) : "-";
}

void request_read(const struct request_rows *row, struct traced_request *r)
{
    const struct emu_table *t = &row->table;

    if (t->cells != t->columns)
        fail("'%s': line %d: a row of %d cells, expected %d", t->path, t->line,
             t->cells, t->columns);
    *r = (struct traced_request){
        .file = cell_of(row, COLUMN_FILE),
        .array = cell_of(row, COLUMN_ARRAY),
        .op = (enum request_op)choice(row, COLUMN_OP, ops, ALL_OPS),
        .shared = choice(row, COLUMN_SPACE, spaces, 3) == 1,
        .line = count(row, COLUMN_LINE, 0, INT_MAX),
        .warp = count(row, COLUMN_WARP, 0, INT_MAX),
        .step = count(row, COLUMN_STEP, 1, INT_MAX),
        .steps = count(row, COLUMN_STEPS, 1, INT_MAX),
        .size = count(row, COLUMN_SIZE, 1, LARGEST_SIZE),
        .loads = count(row, COLUMN_LOADS, 1, INT_MAX),
        .cost = count(row, COLUMN_COST, 0, INT_MAX),
        .base = count(row, COLUMN_BASE, 0, L1_LINE - 1),
    };
    if (r->op < OPS && !r->cost)
        refuse(row, COLUMN_COST, cell_of(row, COLUMN_COST));
    if (r->step > r->steps)
        refuse(row, COLUMN_STEP, cell_of(row, COLUMN_STEP));
    if (r->size & (r->size - 1))
        refuse(row, COLUMN_SIZE, cell_of(row, COLUMN_SIZE));
    if (strcmp(cell_of(row, COLUMN_ROWS), "-") != 0) {
        r->rows = count(row, COLUMN_ROWS, 1, INT_MAX);
        r->cols = count(row, COLUMN_COLS, 1, INT_MAX);
        r->element = count(row, COLUMN_ELEMENT, 1, LARGEST_SIZE);
    }
    read_offsets(row, r);
    if (r->shared && r->op <= OP_LAND)
        read_turns(row, r);
    read_life(row, r);
}
