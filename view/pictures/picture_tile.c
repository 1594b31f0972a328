/* What is in a tile, place by place; picture_tile.h states the contract. */
#include "picture_tile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"

enum { GROUP = 8 /* rows whose address a descriptor gives at once */ };

/* The byte of shared memory where the swizzle puts the one at this place. */
static long long swizzled(long long at, int swizzle, int base, int window)
{
    const long long line = (at + window) / 128 - base;

    return swizzle ? at ^ ((line & (swizzle / TILE_PLACE - 1)) * TILE_PLACE) : at;
}

/* Where piece `piece` of row `row` of the box is, from the tile's first byte on. */
static long long held_at(const struct tile *t, int row, int piece)
{
    const struct async_copy *const c = &t->copy;
    const long long at =
        c->to + (long long)row * async_pitch(c) + (long long)piece * TILE_PLACE;

    return swizzled(at, c->swizzle, 0, t->window) - c->to;
}

/* Where wgmma looks for half `half` of row `row` of its operand. */
static long long read_at(const struct tile *t, int row, int half)
{
    const struct async_operand *const o = &t->operand;
    const int span = o->swizzle ? o->swizzle : TILE_PLACE;
    const int apart = o->swizzle ? TILE_PLACE : o->leading;
    const long long at = o->start + (long long)(row / GROUP) * o->stride +
                         (long long)(row % GROUP) * span + (long long)half * apart;

    return swizzled(at, o->swizzle, o->base, t->window) - t->copy.to;
}

const char *tile_k(const struct tile *t, int piece)
{
    static char text[32];
    const int n = TILE_PLACE / t->copy.element;

    snprintf(text, sizeof text, "%d-%d", piece * n, piece * n + n - 1);
    return text;
}

/* ---- The choice. */

static bool reads(const struct async_copy *c, const struct async_operand *o)
{
    return o->start >= c->to &&
           o->start < c->to + (long long)c->box[1] * async_pitch(c);
}

/* The product to show that reads the copy's tile: of the line that LINE names, if any;
   the second one, which shows where k goes on, or the first. */
static void find_product(struct tile *t, const struct trace *trace)
{
    const char *const asked = getenv("LINE");
    const struct traced_request *found = NULL;
    struct async_operand o;
    int n = 0;

    for (const struct traced_request *r = trace->request;
         n < 2 && r < trace->request + trace->requests; r++) {
        const bool has = async_operand_read(&o, r, 'a') && reads(&t->copy, &o);

        if (!has && !(async_operand_read(&o, r, 'b') && reads(&t->copy, &o)))
            continue;
        if ((asked && *asked && atoi(asked) != r->line) || !o.along_k ||
            (found && r->warp != found->warp))
            continue;
        found = r;
        t->operand = o;
        n++;
    }
    t->product = found;
}

/* How well the copy shows what a tensor map does: best is one with something outside of
   the matrix, whose first rows are whole, and not the first along k. */
static int merit(const struct async_copy *c)
{
    const bool whole = c->at[0] >= 0 && c->at[0] + c->box[0] <= c->size[0] &&
                       c->at[1] >= 0 && c->at[1] + TILE_LINES <= c->size[1];

    return 4 * whole + 2 * (c->outside > 0) + (c->at[0] > 0);
}

static void find_copy(struct tile *t, const struct trace *trace)
{
    struct async_copy c;
    int best = -1;

    for (size_t i = 0; i < trace->requests; i++) {
        if (!async_copy_read(&c, &trace->request[i]) ||
            (best >= 0 && strcmp(c.array, t->copy.array) != 0))
            continue;
        if (t->copies < TILE_COPIES)
            t->all[t->copies++] = c;
        if (merit(&c) > best) {
            t->copy = c;
            best = merit(&c);
        }
    }
    if (best < 0)
        fail("%s makes no tensor copies: there is no tile to show", trace->lab);
}

/* ---- What is where. */

static struct tile_place *place_at(struct tile *t, long long at)
{
    const long long line = at / (TILE_PLACE * TILE_PLACES);

    return at >= 0 && line < TILE_LINES ? &t->place[line][at / TILE_PLACE % TILE_PLACES]
                                        : NULL;
}

static void fill(struct tile *t)
{
    const int pieces = t->copy.box[0] * t->copy.element / TILE_PLACE;

    for (int i = 0; i < TILE_LINES * TILE_PLACES; i++)
        t->place[i / TILE_PLACES][i % TILE_PLACES] =
            (struct tile_place){.row = -1, .read_row = -1};
    for (int row = 0; row < t->copy.box[1]; row++)
        for (int p = 0; p < pieces; p++) {
            struct tile_place *const to = place_at(t, held_at(t, row, p));

            if (to) {
                to->row = row;
                to->piece = p;
            }
        }
}

/* Mark what wgmma reads. Its first row and piece are those that its start address would
   be without a swizzle. */
static void mark(struct tile *t)
{
    const int pitch = async_pitch(&t->copy);
    const long long start = t->operand.start - t->copy.to;
    const int row0 = (int)(start / pitch), piece0 = (int)(start % pitch) / TILE_PLACE;
    const long long end = (long long)t->copy.box[1] * pitch;

    t->step = piece0 / TILE_STEP;
    for (int row = 0; row < t->operand.rows; row++)
        for (int half = 0; half < TILE_STEP; half++) {
            const long long at = read_at(t, row, half);
            struct tile_place *const p = place_at(t, at);
            const bool in_box = row0 + row < t->copy.box[1];
            const bool wrong = !in_box || at != held_at(t, row0 + row, piece0 + half);

            t->read++;
            t->wrong += wrong;
            t->elsewhere += at < 0 || at >= end;
            if (p) {
                p->read_row = row;
                p->read_half = half;
                p->wrong = wrong;
            }
        }
}

void tile_find(struct tile *t, const struct trace *trace)
{
    *t = (struct tile){.copies = 0};
    for (size_t i = 0; i < trace->comments; i++)
        sscanf(trace->comment[i], "# window: %d", &t->window);
    find_copy(t, trace);
    find_product(t, trace);
    if (!t->product && getenv("LINE") && *getenv("LINE"))
        fail("line %s of %s has no wgmma that reads the tile of %s", getenv("LINE"),
             trace->lab, t->copy.array);
    fill(t);
    if (t->product)
        mark(t);
}
