/* A row of a trace, from text into a request; request.h states the contract. */
#include "trace/request.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"

enum {
    CELLS = 64,        /* in a row, at most; a trace has 22 */
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

struct row {
    const struct request_rows *of;
    char *cell[CELLS];
};

const char *request_op_word(enum request_op op)
{
    return ops[op];
}

bool request_has(const struct request *r, int lane)
{
    return r->lanes >> lane & 1;
}

/* Cut text at each separator. Returns how many pieces there are; the first `most` are
   in piece[]. */
static int split(char *text, char separator, char **piece, int most)
{
    int n = 0;

    for (char *end = text; end; text = end + 1, n++) {
        end = strchr(text, separator);
        if (end)
            *end = '\0';
        if (n < most)
            piece[n] = text;
    }
    return n;
}

void request_header(struct request_rows *rows, char *line)
{
    char *cell[CELLS];
    int found = 0;

    rows->cells = split(line, '\t', cell, CELLS);
    for (int c = 0; c < COLUMNS && rows->cells <= CELLS; c++) {
        rows->at[c] = -1;
        for (int i = 0; i < rows->cells && rows->at[c] < 0; i++)
            if (strcmp(cell[i], names[c]) == 0)
                rows->at[c] = i;
        found += c < COLUMNS_NEEDED && rows->at[c] >= 0;
    }
    if (found != COLUMNS_NEEDED)
        fail("'%s': line %zu: not the header of a trace", rows->path, rows->line);
}

static char *cell_of(const struct row *row, enum request_column c)
{
    return row->cell[row->of->at[c]];
}

static bool has_cell(const struct row *row, enum request_column c)
{
    return row->of->at[c] >= 0;
}

static void __attribute__((noreturn))
refuse(const struct row *row, enum request_column c, const char *text)
{
    fail("'%s': line %zu: '%s' is not possible as %s", row->of->path, row->of->line,
         text, names[c]);
}

/* The number that is this text, of column c. */
static long long number(const struct row *row, enum request_column c, const char *text,
                        long long least, long long most)
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
static int count(const struct row *row, enum request_column c, int least, int most)
{
    return (int)number(row, c, cell_of(row, c), least, most);
}

/* The place of a cell in a list of words. */
static int choice(const struct row *row, enum request_column c, const char *const *word,
                  int words)
{
    for (int i = 0; i < words; i++)
        if (strcmp(word[i], cell_of(row, c)) == 0)
            return i;
    refuse(row, c, cell_of(row, c));
}

/* The cell's pieces, one per lane. */
static void split_lanes(const struct row *row, enum request_column c, char **lane)
{
    const int n = split(cell_of(row, c), ',', lane, LANES);

    if (n != LANES)
        fail("'%s': line %zu: %s of %d lanes, expected %d", row->of->path,
             row->of->line, names[c], n, LANES);
}

static void read_offsets(const struct row *row, struct request *r)
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

static void read_turns(const struct row *row, struct request *r)
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
static long long cycles(const struct row *row, enum request_column c)
{
    return has_cell(row, c) ? number(row, c, cell_of(row, c), 0, INT_MAX) : 0;
}

static void read_life(const struct row *row, struct request *r)
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

void request_read(const struct request_rows *rows, char *line, struct request *r)
{
    struct row row = {.of = rows};
    const int cells = split(line, '\t', row.cell, CELLS);

    if (cells != rows->cells)
        fail("'%s': line %zu: a row of %d cells, expected %d", rows->path, rows->line,
             cells, rows->cells);
    *r = (struct request){
        .file = cell_of(&row, COLUMN_FILE),
        .array = cell_of(&row, COLUMN_ARRAY),
        .op = (enum request_op)choice(&row, COLUMN_OP, ops, ALL_OPS),
        .shared = choice(&row, COLUMN_SPACE, spaces, 3) == 1,
        .line = count(&row, COLUMN_LINE, 0, INT_MAX),
        .warp = count(&row, COLUMN_WARP, 0, INT_MAX),
        .step = count(&row, COLUMN_STEP, 1, INT_MAX),
        .steps = count(&row, COLUMN_STEPS, 1, INT_MAX),
        .size = count(&row, COLUMN_SIZE, 1, LARGEST_SIZE),
        .loads = count(&row, COLUMN_LOADS, 1, INT_MAX),
        .cost = count(&row, COLUMN_COST, 0, INT_MAX),
        .base = count(&row, COLUMN_BASE, 0, L1_LINE - 1),
    };
    if (r->op < OPS && !r->cost)
        refuse(&row, COLUMN_COST, cell_of(&row, COLUMN_COST));
    if (r->step > r->steps)
        refuse(&row, COLUMN_STEP, cell_of(&row, COLUMN_STEP));
    if (r->size & (r->size - 1))
        refuse(&row, COLUMN_SIZE, cell_of(&row, COLUMN_SIZE));
    if (strcmp(cell_of(&row, COLUMN_ROWS), "-") != 0) {
        r->rows = count(&row, COLUMN_ROWS, 1, INT_MAX);
        r->cols = count(&row, COLUMN_COLS, 1, INT_MAX);
        r->element = count(&row, COLUMN_ELEMENT, 1, LARGEST_SIZE);
    }
    read_offsets(&row, r);
    if (r->shared && r->op <= OP_LAND)
        read_turns(&row, r);
    read_life(&row, r);
}
