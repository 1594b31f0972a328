/*
 * Views of device memory; proxy_global.h states the contract. Only pieces that the
 * block has stored to are kept: a hash table, with the next free place for a piece
 * whose own is taken.
 */
#include "proxy_global.h"

#include <stdlib.h>
#include <string.h>

#include "settings.h"

enum { WORDS = 128 /* of a piece */, LEAST = 256 /* places of the table */ };
static const char *const purpose = "views of device memory";

struct piece {
    uint64_t number; /* counts from 1 */
    struct store word[WORDS];
};

struct views {
    struct piece **place;   /* n places, a power of two; NULL: free */
    struct piece **made;    /* all pieces; of them, `used` are in the table */
    size_t n, n_made, used; /* at most n / 2 pieces are made */
};

static void make_places(struct views *v, size_t n)
{
    struct piece **made = emu_allocate(n / 2, sizeof *made, purpose);
    if (v->n_made)
        memcpy(made, v->made, v->n_made * sizeof *made);
    free(v->made);
    free(v->place);
    v->made = made;
    v->place = emu_allocate(n, sizeof *v->place, purpose);
    v->n = n;
}

struct views *emu_views_new(void)
{
    struct views *v = emu_allocate(1, sizeof *v, purpose);
    make_places(v, LEAST);
    return v;
}

void emu_views_block(struct views *v)
{
    if (v->used)
        memset(v->place, 0, v->n * sizeof *v->place);
    v->used = 0;
}

/* The place of a piece, or the one that it would get. */
static struct piece **find(const struct views *v, uint64_t number)
{
    size_t i = (size_t)(number * 0x9e3779b97f4a7c15 >> 32) & (v->n - 1);
    while (v->place[i] && v->place[i]->number != number)
        i = (i + 1) & (v->n - 1);
    return &v->place[i];
}

static struct piece *add(struct views *v, uint64_t number)
{
    if (v->used == v->n / 2) {
        make_places(v, 2 * v->n);
        for (size_t i = 0; i < v->used; i++)
            *find(v, v->made[i]->number) = v->made[i];
    }
    if (v->used == v->n_made)
        v->made[v->n_made++] = emu_allocate(1, sizeof **v->made, purpose);
    struct piece *piece = v->made[v->used++];
    memset(piece, 0, sizeof *piece);
    piece->number = number;
    *find(v, number) = piece;
    return piece;
}

void emu_views_store(struct views *v, uint64_t offset, uint32_t bytes, struct store s)
{
    for (uint64_t i = offset / 4; i < (offset + bytes + 3) / 4; i++) {
        struct piece *piece = *find(v, i / WORDS + 1);
        if (!piece && s.time)
            piece = add(v, i / WORDS + 1);
        if (piece)
            piece->word[i % WORDS] = s;
    }
}

bool emu_views_unfenced(const struct views *v, const struct proxies *p, uint64_t offset,
                        uint32_t bytes, uint64_t *at, uint32_t *thread)
{
    /* Of a row that ends within a word, the rest may be stored to. */
    for (uint64_t i = offset / 4; v->used && i < (offset + bytes) / 4; i++) {
        const struct piece *piece = *find(v, i / WORDS + 1);
        if (!piece) {
            i |= WORDS - 1; /* on to the next piece */
            continue;
        }
        if (emu_proxy_open(p, piece->word[i % WORDS])) {
            *at = i * 4;
            *thread = piece->word[i % WORDS].thread;
            return true;
        }
    }
    return false;
}
