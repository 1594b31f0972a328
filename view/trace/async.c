/* Words of copies and of wgmma; async.h states the contract. */
#include "trace/async.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"

/* What follows "WORD=" in the row; NULL if that is not there. */
static const char *find(const struct traced_request *r, const char *word)
{
    const size_t n = strlen(word);

    for (const char *at = r->async; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, word, n) == 0 && at[n] == '=')
            return at + n + 1;
    }
    return NULL;
}

long long async_number(const struct traced_request *r, const char *word,
                       long long otherwise)
{
    const char *const text = find(r, word);

    return text ? strtoll(text, NULL, 10) : otherwise;
}

/* The numbers of a word that has several. Returns how many there are. */
static int list(const struct traced_request *r, const char *word, int *number, int most)
{
    const char *text = find(r, word);
    char *end = NULL;
    int n = 0;

    for (; text && n < most; text = *end == ',' ? end + 1 : NULL, n++) {
        number[n] = (int)strtol(text, &end, 10);
        if (end == text)
            fail("line %d: '%s' is not possible as async", r->line, r->async);
    }
    return n;
}

bool async_copy_read(struct async_copy *c, const struct traced_request *r)
{
    enum { MOST = ASYNC_DIMENSIONS };
    const char *const array = find(r, "array");

    *c = (struct async_copy){.of = r, .to = async_number(r, "to", -1)};
    if (r->op != OP_COPY || c->to < 0 || !array)
        return false;
    snprintf(c->array, sizeof c->array, "%.*s", (int)strcspn(array, " "), array);
    c->bytes = (int)async_number(r, "bytes", 0);
    c->outside = (int)async_number(r, "outside", 0);
    c->swizzle = (int)async_number(r, "swizzle", 0);
    c->element = (int)async_number(r, "element", 0);
    c->stride = (int)async_number(r, "stride", 0);
    c->rank = list(r, "size", c->size, MOST);
    if (c->rank < 2)
        return false;
    if (list(r, "box", c->box, MOST) != c->rank ||
        list(r, "at", c->at, MOST) != c->rank || c->element < 1 || c->box[0] < 1 ||
        c->box[1] < 1 || c->size[0] < 1 || c->size[1] < 1 || async_pitch(c) < 16)
        fail("line %d: '%s' is not possible as async", r->line, r->async);
    return true;
}

int async_pitch(const struct async_copy *c)
{
    return c->swizzle ? c->swizzle : c->box[0] * c->element;
}

bool async_operand_read(struct async_operand *o, const struct traced_request *r,
                        char which)
{
    const char word[] = {which, '\0'};
    const char *const text = r->op == OP_PRODUCT ? find(r, word) : NULL;
    char along[3];

    if (!text)
        return false;
    if (sscanf(text, "%lld,%d,%d,%d,%d,%d,%2[kmn]", &o->start, &o->rows, &o->leading,
               &o->stride, &o->swizzle, &o->base, along) != 7)
        fail("line %d: '%s' is not possible as async", r->line, r->async);
    o->along_k = *along == 'k';
    return true;
}
