/*
 * Tables as text: the one reader of all that the emulator and the course keep as such.
 * A row is a line, with tabs between its cells. Lines that begin with # are notes about
 * the table, such as where its numbers come from. Empty lines do not count. The first
 * row may be a header, which names the columns.
 *
 *     struct emu_table t;
 *
 *     if (!emu_table_open(&t, path))
 *         perror(path);
 *     emu_table_header(&t);
 *     while (emu_table_row(&t))
 *         puts(emu_table_cell(&t, "lab"));
 *     emu_table_close(&t);
 */
#ifndef EMU_TABLE_H
#define EMU_TABLE_H

#include <stdbool.h>

enum { EMU_TABLE_CELLS = 64 }; /* of a row that are kept; the widest here has 25 */

/* Text in it is valid until the table is closed, and may be changed. */
struct emu_table {
    const char *path; /* of the call that opened it */
    char *text;       /* the whole file, cut into cells as far as it was read */
    char *rest;       /* the lines that follow; NULL after one without a line feed */
    int line;         /* where the row is, from 1 */
    int cells;        /* in the row; there may be more than are kept */
    char *cell[EMU_TABLE_CELLS];
    int columns; /* in the header, 0 without one */
    char *column[EMU_TABLE_CELLS];
};

/* Returns false if the file cannot be read; errno says why. Such a table has no rows.
   Close a table that was opened. */
bool emu_table_open(struct emu_table *t, const char *path);
void emu_table_close(struct emu_table *t);

/* Go to the next row. Returns false if there is none. */
bool emu_table_row(struct emu_table *t);

/* The same, and the row is the header. */
bool emu_table_header(struct emu_table *t);

/* Go to the next line, whatever it is: notes and empty lines, too. It is the only cell
   until emu_table_cut() makes a row of it. Returns false if there is none. */
bool emu_table_line(struct emu_table *t);
void emu_table_cut(struct emu_table *t);

/* The row's cell in the column that the header names so; "" if there is none. */
const char *emu_table_cell(const struct emu_table *t, const char *column);

/* True, and the number is in *x, if that cell is a number. */
bool emu_table_number(const struct emu_table *t, const char *column, double *x);

/* Print "PATH:LINE: ", what is wrong with the row, and a line end, to standard error.
 */
void emu_table_error(const struct emu_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
