/* The candidates of a lab: rows of its tiles.tsv, what the kernel says of them, and
   what came of compiling them. */
#ifndef TUNE_TILES_H
#define TUNE_TILES_H

#include <stdbool.h>
#include <stddef.h>

#include "tile.h"
#include "finding/verdict.h"

enum {
    TILES_MAX = 1000,
    TILES_FEW = 8,  /* how many of the accepted tiles a check and a quick search take */
    TILE_NAME = 40, /* bytes of a name, at most */
    TILE_TEXT = 64, /* bytes of a text, at most */
    TILE_COLUMNS = 6,
};

struct tiles {
    int n;
    struct tile tile[TILES_MAX];
};

/* Read the file: a tile per line as BM BN BK TM TN, or BM BN BK TM TN STAGES, except
   lines that begin with #. Exits with status 2 and a line on stderr if it cannot be
   read, or a line is no tile, one that has come before, or of another number of
   columns. */
void tiles_read(struct tiles *t, const char *path);

/* Leave only the tiles that tile_valid() accepts, in their order; none if the kernel
   defines no tile_valid(). It calls it: untrusted code, which may do anything. */
void tiles_keep_valid(struct tiles *t);

/* Ask tile_valid() about each of `all` once more, the last one first. Returns one of
   which it says now what it did not say when `kept` was made of `all`; NULL if there is
   none. */
const struct tile *tiles_ask_again(const struct tiles *all, const struct tiles *kept);

/* True if the kernel defines tile_valid(). */
bool tiles_have_valid(void);

/* What the kernel's tile_valid() says of a tile: 1 or 0; -1 if it defines none.
   rpc/rpc_tiles.c */
int tiles_ask(const struct tile *t);

/* The columns of a table of tiles: "BM" and so on. A tile has the first of them, all or
   all except STAGES, and in each a number. */
extern const char *const tile_column[TILE_COLUMNS];
int tile_columns(const struct tile *t);
int tile_number(const struct tile *t, int column);

/* The tile as its object is called: "64_64_16_4_4". `name` has TILE_NAME bytes. */
void tile_name(const struct tile *t, char *name);

/* "BM=64 BN=64 BK=16 TM=4 TN=4"; `text` has TILE_TEXT bytes. */
void tile_text(const struct tile *t, char *text);

/* Print the names of the tiles' columns, or the numbers of a tile below them, each
   `width` wide, the first and "STAGES" a little more. */
void tiles_print_columns(const struct tiles *t, int width);
void tile_print(const struct tile *t, int width);

bool tile_same(const struct tile *a, const struct tile *b);

/*
 * Why a tile has no object: the first error of what the compiler said when it was
 * built, which tools/make/compile-tile keeps as 64_64_16_4_4.log in the folder that
 * TILE_FOLDER in the environment names. Fills *f: COMPILE_ERROR, the message as what,
 * and the place that it names. Returns false if there is no error, or no log. (In
 * grading that folder is not trusted, and TILE_FOLDER is not set: then there always was
 * an error.)
 */
bool tiles_error(const struct tile *t, struct finding *f);

/* Read the file `key` of that folder: a number that changes with the kernel's code, the
   compilers, and the runner. "unknown" if there is none. */
void tiles_key(char *key, size_t size);

#endif
