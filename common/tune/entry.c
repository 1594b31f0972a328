/*
 * One entry of the table of tiles, see linked.h. Compiled once per tile, with the same
 * -DBM=... as the kernel, and joined with that into one object whose names are all its
 * own. SOURCE, such as "call/call_sgemm.c", is what calls the operation's kernel,
 * and CALL its name: here they call the kernel of this tile.
 */
#define CALLABLE(function) struct tune_entry /* in this table alone */
#include "tune/linked.h"

// cppcheck-suppress preprocessorErrorDirective
#include SOURCE

#ifndef STAGES
#define STAGES 0
#endif

static struct tune_entry entry = {{BM, BN, BK, TM, TN, STAGES}, CALL};

__attribute__((section("tune_tiles"), used)) static struct tune_entry *row = &entry;
