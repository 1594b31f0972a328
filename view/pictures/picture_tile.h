/*
 * A tile that the copy engine has put into shared memory, and what one wgmma reads of
 * it. Shared memory is seen as lines of 128 bytes, which have all 32 banks, and these
 * as 8 places of 16 bytes.
 */
#ifndef TILE_H
#define TILE_H

#include "svg.h"
#include "trace/async.h"
#include "trace/trace_file.h"

enum {
    TILE_PLACE = 16,  /* bytes */
    TILE_PLACES = 8,  /* of a line */
    TILE_LINES = 16,  /* that a picture shows */
    TILE_COPIES = 64, /* of the tile's matrix */
    TILE_STEP = 2,    /* pieces of a row that one wgmma reads */
};

/* A place: the piece that the copy puts there, and the one that wgmma takes it for. */
struct tile_place {
    int row, piece;          /* of the box; row -1: none */
    int read_row, read_half; /* of the operand, and of its 32 bytes; -1: not read */
    bool wrong;              /* it is read as another row or piece than it holds */
};

struct tile {
    struct async_copy copy;
    struct async_copy all[TILE_COPIES]; /* of the same matrix */
    int copies;
    const struct traced_request *product; /* NULL: no wgmma reads the tile */
    struct async_operand operand;
    int step;        /* of k in the tile */
    int read, wrong; /* pieces; those that are not what they are read as */
    int elsewhere;   /* those that are not in the tile */
    int window;      /* address of shared memory, modulo 1024 */
    struct tile_place place[TILE_LINES][TILE_PLACES];
};

/* Find the tile to show. A trace without a copy by a tensor map ends the program by
   fail(). */
void tile_find(struct tile *t, const struct trace *trace);

/* "8-15": the k of a piece's elements in the tile. The text is valid until the next
   call. */
const char *tile_k(const struct tile *t, int piece);

/* tile_map.c: the panel of the tensor map. Returns the lower edge. */
int tile_draw_map(const struct tile *t, struct svg *svg, int x, int y);

/* tile_draw.c: its three panels from y on. Returns the lower edge. */
int tile_draw(const struct tile *t, struct svg *svg, int y);

#endif
