/* Tables as files: cells between tabs, lines with # between them. */
#ifndef LIVE_TSV_H
#define LIVE_TSV_H

enum { TSV_CELLS = 32 };

struct tsv {
    char *text; /* the whole file, cut into cells */
    char *next; /* the line after this one */
    int cells;
    char *cell[TSV_CELLS]; /* of this line; valid until tsv_close() */
    int columns;
    char *column[TSV_CELLS]; /* the header's names */
};

/* Open a table and read its header. Returns 0 if there is none. To be closed only if it
   was opened. */
int tsv_open(struct tsv *t, const char *path);

/* Go to the next row. Returns 0 if there is none. */
int tsv_row(struct tsv *t);

/* The row's cell in the column of that name, "" if there is none. */
const char *tsv_cell(const struct tsv *t, const char *column);

void tsv_close(struct tsv *t);

#endif
