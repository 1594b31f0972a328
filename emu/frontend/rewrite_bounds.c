/*
 * __launch_bounds__(threads, blocks) and __maxnreg__(n): a kernel's registers follow
 * from them, which setmaxnreg changes. Other programs need not know them.
 *
 *   __global__ void __launch_bounds__(384, 1) k(int *p) { ... }
 *   ->
 *   void k(int *p) { if (emu_enter()) return; emu_launch_bounds(384, 1); ... }
 *
 * With __cluster_dims__(2, 1, 1), emu_enter_in(2, 1, 1) instead.
 */
#define _GNU_SOURCE
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

static const char *limit; /* of -maxrregcount; NULL: none */

void rewrite_limit_registers(const char *n)
{
    limit = n;
}

static bool is_bounds(size_t i)
{
    return token_is(i + 1, "(") &&
           (token_is(i, "__launch_bounds__") || token_is(i, "__maxnreg__"));
}

static bool is_cluster(size_t i)
{
    return token_is(i, "__cluster_dims__") && token_is(i + 1, "(");
}

bool rewrite_drop_bounds(size_t i)
{
    if (!is_bounds(i) && !is_cluster(i))
        return false;
    for (size_t end = token_partner(i + 1, 1); i <= end; i++)
        token_at(i)->instead = text_format("");
    return true;
}

char *rewrite_enter(size_t first, size_t body)
{
    while (first < body && !is_cluster(first))
        first++;
    if (first == body)
        return text_format("emu_enter()");
    char *dims = token_text(first + 2, token_partner(first + 1, 1));
    char *text = text_format("emu_enter_in(%s)", dims);
    free(dims);
    return text;
}

/* True if the program has the text "setmaxnreg", in a string or a name. */
static bool has_setmaxnreg(void)
{
    static int found = -1;
    if (found < 0) {
        found = 0;
        for (size_t i = 0; i < token_count() && !found; i++) {
            const struct token *t = token_at(i);
            found = t->user && memmem(t->start, t->length, "setmaxnreg", 10);
        }
    }
    return found;
}

/* The bounds among tokens [first, end); end if there are none. */
static size_t find_bounds(size_t first, size_t end)
{
    while (first < end && !is_bounds(first))
        first++;
    return first;
}

/* The bounds in an earlier declaration of the kernel whose name is token `name`. */
static size_t find_declared(size_t name)
{
    for (size_t i = 0; i < name; i++) {
        if (!token_at(i)->user || !is_bounds(i))
            continue;
        const size_t called = token_partner(i + 1, 1) + 1;
        size_t k = called;
        while (k < name && !token_is(k, "("))
            k++;
        if (k > called && k < name && rewrite_same_text(k - 1, name))
            return i;
    }
    return name;
}

char *rewrite_bounds(size_t first, size_t body)
{
    if (!has_setmaxnreg())
        return text_format("");
    size_t close = body, end = body, at = find_bounds(first, body);
    if (at == body) {
        while (close > first && !token_is(close, ")"))
            close--;
        const size_t open = close > first ? token_partner(close, -1) : first;
        end = open > first ? open - 1 : first;
        at = find_declared(end);
    }
    if (at == end)
        return limit ? text_format(" emu_most_registers(%s);", limit) : text_format("");
    char *values = token_text(at + 2, token_partner(at + 1, 1));
    char *text = text_format(" %s(%s);",
                             token_is(at, "__maxnreg__") ? "emu_most_registers"
                                                         : "emu_launch_bounds",
                             values);
    free(values);
    return text;
}
