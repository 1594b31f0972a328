/*
 * Rows of the table of faults. fault_race.c has those of races, fault_table.c all
 * others, and it states what a row does.
 */
#ifndef EMU_FAULT_ROWS_H
#define EMU_FAULT_ROWS_H

#include <stddef.h>

#include "fault_table.h"

enum { ANY = -1 /* detail of the kind */ };

/* The beginning and the end of many sentences. */
#define HAS "{thread} of {block} of {kernel} "
#define IN ", in {block} of {kernel}"

struct fault_row {
    enum fault_kind kind;
    int detail;
    const char *says; /* if the fault's text contains this; NULL: any text */
    bool (*when)(const struct fault_record *f); /* NULL: always */
    const char *sentence, *remedy;
};

struct fault_rows {
    const struct fault_row *row;
    size_t n;
};
extern const struct fault_rows emu_fault_rows_race;

#endif
