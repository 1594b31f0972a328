/* From the rows of a trace to columns; pack.h states the contract. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"
#include "trace/traced_memory.h"

const char *const pack_reasons[PACK_REASONS] = {
    "-", "memory", "pipe", "arithmetic", "barrier", "mbarrier", "tensor"};

/* ---- Lists. */

static int array_of(struct packed *p, const struct traced_request *r)
{
    size_t i = 0;

    if (strcmp(r->array, "-") == 0)
        return -1;
    while (i < p->arrays &&
           (strcmp(p->array[i].name, r->array) != 0 || p->array[i].shared != r->shared))
        i++;
    if (i == p->arrays) {
        p->array =
            memory_grow(p->array, &p->array_room, p->arrays + 1, sizeof *p->array);
        p->array[p->arrays++] = (struct packed_array){r->array, r->shared,  r->rows,
                                                      r->cols,  r->element, r->base};
    }
    return (int)i;
}

static size_t place_of(struct packed *p, const struct traced_request *r)
{
    const struct packed_place new = {r->line, array_of(p, r), r->op, r->size, r->loads};
    size_t i = 0;

    for (; i < p->places; i++) {
        const struct packed_place *const old = &p->place[i];

        if (old->line == new.line && old->array == new.array && old->op == new.op &&
            old->size == new.size && old->loads == new.loads)
            return i;
    }
    p->place = memory_grow(p->place, &p->place_room, p->places + 1, sizeof *p->place);
    p->place[p->places++] = new;
    return i;
}

static int reason_of(const struct traced_request *r)
{
    for (int i = 0; i < PACK_REASONS; i++)
        if (strcmp(pack_reasons[i], r->why) == 0)
            return i;
    fail("'%s' is not possible as why", r->why);
}

/* ---- What differs from lane to lane. */

static size_t pattern_of(struct packed *p, const struct traced_request *r,
                         long long *at)
{
    long long value[LANES];
    bool found = false;

    *at = 0;
    for (int i = 0; i < LANES; i++) {
        if (request_has(r, i) && !found) {
            *at = r->offset[i];
            found = true;
        }
        value[i] = request_has(r, i) ? r->offset[i] - *at : NOT_THERE;
    }
    return dictionary_add(&p->pattern, value, LANES);
}

/* The words of "12/13/z": their origins go to value[0..words). */
static void read_words(const char **text, long long *value, int words)
{
    for (int k = 0; k < words; k++) {
        char *end = (char *)*text;

        value[k] = **text == '-'   ? NOT_THERE
                   : **text == 'z' ? ZERO
                   : **text == 'c' ? COMPUTED
                                   : strtoll(*text, &end, 10);
        *text = end == *text ? *text + 1 : end;
        if (**text == '/')
            ++*text;
        for (; k < words - 1 && value[k] == NOT_THERE; k++)
            value[k + 1] = NOT_THERE;
    }
}

static size_t origins_of(struct packed *p, const struct traced_request *r,
                         long long *from)
{
    enum { MOST = 4 }; /* words of a lane */
    const int words = r->size < 4 ? 1 : r->size / 4;
    const char *text = r->origin;
    long long value[LANES * MOST];

    *from = 0;
    if (strcmp(text, "-") == 0)
        return 0;
    for (int lane = 0; lane < LANES; lane++) {
        read_words(&text, value + lane * words, words);
        if (*text != (lane < LANES - 1 ? ',' : '\0'))
            fail("origin '%s': not of %d lanes with %d words", r->origin, LANES, words);
        text += lane < LANES - 1;
    }
    for (int i = LANES * words - 1; i >= 0; i--)
        *from = value[i] >= 0 ? value[i] : *from;
    for (int i = 0; i < LANES * words; i++)
        value[i] -= value[i] >= 0 ? *from : 0;
    return 1 + dictionary_add(&p->origins, value, (size_t)(LANES * words));
}

/* ---- Rows. */

/* Numbers in the lists of patterns and origins, so that a page is smaller than 10 MB.
   Only a kernel whose addresses hardly repeat comes so far. */
enum { MOST_VALUES = 2 << 20 };

static int by_time(const void *a, const void *b)
{
    const struct traced_request *const x = *(const struct traced_request *const *)a;
    const struct traced_request *const y = *(const struct traced_request *const *)b;

    if (x->launch != y->launch)
        return x->launch < y->launch ? -1 : 1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x < y ? -1 : x > y;
}

static bool covers(const struct traced_request *r, long long offset)
{
    for (int i = 0; i < LANES; i++)
        if (request_has(r, i) && offset >= r->offset[i] &&
            offset < r->offset[i] + r->size)
            return true;
    return false;
}

/* The access that is meant by a row "other": the last one before it. */
static const struct traced_request *other_side(const struct trace *t,
                                               const struct traced_request *other)
{
    const int lane = other->lanes ? __builtin_ctz(other->lanes) : 0;

    for (const struct traced_request *r = other; r-- > t->request;)
        if (r->warp == other->warp && r->launch == other->launch && r->op < OPS &&
            r->line == other->line && r->shared == other->shared &&
            strcmp(r->array, other->array) == 0 && covers(r, other->offset[lane]))
            return r;
    return other;
}

static void find_fault(struct packed *p, const struct traced_request **sorted,
                       const struct trace *t)
{
    const struct traced_request *fault = NULL, *other = NULL;

    for (size_t i = 0; i < t->requests; i++)
        if (t->request[i].op == OP_FAULT)
            fault = &t->request[i];
        else if (t->request[i].op == OP_OTHER)
            other = other_side(t, &t->request[i]);
    p->fault = p->other = -1;
    for (size_t i = 0; i < p->n; i++) {
        p->fault = sorted[i] == fault ? (long)i : p->fault;
        p->other = sorted[i] == other ? (long)i : p->other;
    }
}

void pack(struct packed *p, const struct trace *t)
{
    const size_t n = t->requests;
    const struct traced_request **const sorted = memory_zeroed(n + 1, sizeof(void *));
    long long past = 0, last = 0; /* the end of the launches before */
    int launch = 1;

    *p = (struct packed){.n = 0};
    for (int c = 0; c < PACKED_COLUMNS; c++)
        p->column[c] = memory_zeroed(n + 1, sizeof **p->column);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &t->request[i];
    qsort(sorted, n, sizeof(void *), by_time);
    for (; p->n < n && p->pattern.values + p->origins.values < MOST_VALUES; p->n++) {
        const size_t i = p->n;
        const struct traced_request *const r = sorted[i];
        long long at, from;

        if (r->launch != launch)
            past = last;
        launch = r->launch;
        last = past + r->end > last ? past + r->end : last;
        p->column[PACKED_PLACE][i] = (long long)place_of(p, r);
        p->column[PACKED_WARP][i] = r->warp;
        p->column[PACKED_BEGIN][i] = past + r->begin;
        p->column[PACKED_CYCLES][i] = r->end - r->begin;
        p->column[PACKED_WAITED][i] = r->waited;
        p->column[PACKED_WHY][i] = reason_of(r);
        p->column[PACKED_COST][i] = r->cost;
        p->column[PACKED_PATTERN][i] = (long long)pattern_of(p, r, &at);
        p->column[PACKED_AT][i] = at;
        p->column[PACKED_ORIGINS][i] = (long long)origins_of(p, r, &from);
        p->column[PACKED_FROM][i] = from;
    }
    p->left_out = n - p->n;
    find_fault(p, sorted, t);
    p->row = sorted;
}

void pack_free(struct packed *p)
{
    for (int c = 0; c < PACKED_COLUMNS; c++)
        free(p->column[c]);
    free(p->row);
    free(p->array);
    free(p->place);
    dictionary_free(&p->pattern);
    dictionary_free(&p->origins);
}
