/*
 * __launch_bounds__(threads, blocks): a launch with more threads fails.
 *
 *   __global__ void __launch_bounds__(384, 1) k(int *p) { ... }
 *   ->
 *   void k(int *p) { if (emu_enter() && emu_takes(384, 1)) return; ... }
 *
 * A kernel's registers follow from them, or from __maxnreg__(n). Where the program
 * changes that by setmaxnreg, emu_launch_bounds(384, 1); is next. With
 * __cluster_dims__(2, 1, 1), emu_enter_in(2, 1, 1) is called instead.
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

/* The bounds of the kernel whose declaration begins at token first and whose body is at
   `body`, or of an earlier declaration; `body` if there are none. */
static size_t bounds_of(size_t first, size_t body)
{
    const size_t at = find_bounds(first, body);
    if (at < body)
        return at;
    size_t close = body;
    while (close > first && !token_is(close, ")"))
        close--;
    const size_t open = close > first ? token_partner(close, -1) : first;
    const size_t name = open > first ? open - 1 : first;
    const size_t declared = find_declared(name);
    return declared < name ? declared : body;
}

/* The arguments of the call that token i begins. */
static char *arguments(size_t i)
{
    return token_text(i + 2, token_partner(i + 1, 1));
}

char *rewrite_enter(size_t first, size_t body)
{
    const size_t at = bounds_of(first, body);
    size_t cluster = first;
    while (cluster < body && !is_cluster(cluster))
        cluster++;
    char *dims = cluster < body ? arguments(cluster) : text_format("");
    char *values =
        at < body && token_is(at, "__launch_bounds__") ? arguments(at) : NULL;
    char *text = text_format("emu_enter%s(%s)%s%s%s", cluster < body ? "_in" : "", dims,
                             values ? " && emu_takes(" : "", values ? values : "",
                             values ? ")" : "");
    free(values);
    free(dims);
    return text;
}

char *rewrite_bounds(size_t first, size_t body)
{
    if (!has_setmaxnreg())
        return text_format("");
    const size_t at = bounds_of(first, body);
    if (at == body)
        return limit ? text_format(" emu_most_registers(%s);", limit) : text_format("");
    char *values = arguments(at);
    char *text = text_format(" %s(%s);",
                             token_is(at, "__maxnreg__") ? "emu_most_registers"
                                                         : "emu_launch_bounds",
                             values);
    free(values);
    return text;
}
