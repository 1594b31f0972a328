/*
 * Indices of local arrays in kernels. Their accesses have no hooks, and so the index is
 * checked:
 *
 *   a[i]      a[emu_at(a, i, "a")]
 *   a[i][j]   a[emu_at(a, i, "a")][emu_at(a[0], j, "a[...]")]
 *
 * An index that a loop declares, and whose limit is the array's extent by the same
 * name, stays as it is: the code of most kernels does not change.
 *
 * emu_at() takes the number of elements from the array's type, and lets any index of a
 * pointer pass. Functions that the host may run as well stay as they are: a wrong index
 * ends the kernel, so that g++ makes no second copy of the path behind it, whose
 * requests would count apart.
 */
#include <stdlib.h>
#include <string.h>

#include "rewrite.h"

/* The names of local arrays that the current function has declared so far: tokens. */
static size_t *arrays, n_arrays;

static bool is_any(size_t i, const char *const *words)
{
    for (; *words; words++)
        if (token_is(i, *words))
            return true;
    return false;
}

/* The name of the array that the statement from token i on declares; 0: it declares
   none. */
static size_t declared(size_t i)
{
    static const char *const not_types[] = {
        "return",       "else",          "case",    "goto",       "delete",
        "throw",        "using",         "typedef", "__shared__", "__device__",
        "extern",       "static_assert", "new",     "co_return",  "operator",
        "__constant__", "typename",      NULL};
    const size_t first = i;
    for (; token_is_name(i) || token_is(i, "::") || token_is(i, "*"); i++) {
        if (is_any(i, not_types) && !token_is(i, "typename"))
            return 0;
        if (i > first && token_is_name(i) && token_is(i + 1, "[") &&
            !token_is(i - 1, "::"))
            return i;
        if (token_is(i + 1, "<")) { /* template arguments */
            int angles = 0;
            for (i++; i < token_count() && !strchr(";{}", *token_at(i)->start); i++) {
                angles += token_is(i, "<") - token_is(i, ">");
                if (token_is(i, "("))
                    i = token_partner(i, 1);
                if (angles == 0)
                    break;
            }
        } else if ((token_is(i, "alignas") || token_is(i, "__align__") ||
                    token_is(i, "decltype")) &&
                   token_is(i + 1, "("))
            i = token_partner(i + 1, 1);
    }
    return 0;
}

static void keep(size_t name)
{
    if (n_arrays % 64 == 0) {
        arrays = realloc(arrays, (n_arrays + 64) * sizeof *arrays);
        if (!arrays)
            token_die(name, "not enough memory for so many arrays");
    }
    arrays[n_arrays++] = name;
}

static bool is_kept(size_t name)
{
    for (size_t k = 0; k < n_arrays; k++)
        if (rewrite_same_text(arrays[k], name))
            return true;
    return false;
}

/* Keep the arrays that the statement at token i declares. */
static void note_arrays(size_t i)
{
    size_t name = declared(i);
    while (name) {
        if (!is_kept(name))
            keep(name);
        size_t k = name + 1;
        while (k < token_count() && !strchr(",;{}", *token_at(k)->start)) {
            if (token_is(k, "(") || token_is(k, "["))
                k = token_partner(k, 1);
            k++;
            if (token_is(k, "{"))
                k = token_partner(k, 1) + 1;
        }
        name = 0;
        for (; !name && token_is(k, ","); k++) /* float a[2], b, c[3]; */
            if (token_is_name(k + 1) && token_is(k + 2, "["))
                name = k + 1;
            else if (!token_is_name(k + 1) || !token_is(k + 2, ","))
                break;
            else
                k++;
    }
}

static bool is_number(size_t i)
{
    return strchr("0123456789", *token_at(i)->start) != NULL;
}

/* The extent in brackets `depth` of the array's declaration: a token; 0 if it is an
   expression, or not known. */
static size_t extent(size_t name, int depth)
{
    size_t k = name + 1;
    for (; depth > 0 && token_is(k, "["); depth--)
        k = token_partner(k, 1) + 1;
    return token_is(k, "[") && token_is(k + 2, "]") ? k + 1 : 0;
}

/* True if the index of tokens [i, close) is declared by a loop around it whose limit is
   this token, as in for (int r = 0; r < N; r++); or if it is r + 3 where r += 4. */
static bool is_below(size_t i, size_t close, size_t limit)
{
    enum { LONG = 1000 }; /* tokens: more take time */
    const bool sum = close == i + 3 && token_is(i + 1, "+") && is_number(i + 2);
    if (!limit || !token_is_name(i) || (close != i + 1 && !sum))
        return false;
    for (size_t k = i; k > 1 && k + LONG > i; k--) {
        if (!token_is(k, "for") || !token_is(k + 1, "(") || !token_is_name(k + 2) ||
            !rewrite_same_text(k + 3, i))
            continue;
        size_t at = k + 4;
        while (at < i && !token_is(at, ";"))
            at++;
        const bool limited = rewrite_same_text(at + 1, i) && token_is(at + 2, "<") &&
                             rewrite_same_text(at + 3, limit) && token_is(at + 4, ";");
        const bool steps = rewrite_same_text(at + 5, i) && token_is(at + 6, "+") &&
                           token_is(at + 7, "=") && is_number(at + 8) &&
                           atoi(token_at(i + 2)->start) < atoi(token_at(at + 8)->start);
        return limited && (!sum || steps);
    }
    return false;
}

void rewrite_index(size_t i)
{
    static size_t next; /* of a function that was not seen yet */
    if (i >= next) {    /* its first token */
        n_arrays = 0;
        for (next = i; next < token_count() && token_at(next)->scope != HOST;)
            next++;
    }
    if (i > 1 && (strchr(";{}", *token_at(i - 1)->start) ||
                  (token_is(i - 1, "(") && token_is(i - 2, "for"))))
        note_arrays(i);
    if (token_at(i)->scope != DEVICE || !token_is_name(i) || !token_is(i + 1, "[") ||
        !is_kept(i) || i == 0 || token_is(i - 1, ".") || token_is(i - 1, "->") ||
        token_is(i - 1, "::"))
        return;
    for (size_t k = 0; k < n_arrays; k++)
        if (arrays[k] == i)
            return; /* here it is declared */
    /* &a[8] may be the place after the last element. */
    const bool address =
        token_is(i - 1, "&") && (!token_is_name(i - 2) || token_is(i - 2, "return")) &&
        !token_is(i - 2, ")") && !token_is(i - 2, "]") && !is_number(i - 2);
    char *array = token_text(i, i + 1), *name = array;
    size_t declaration = 0;
    for (size_t k = 0; k < n_arrays; k++)
        if (rewrite_same_text(arrays[k], i))
            declaration = arrays[k];
    int depth = 0;
    for (size_t open = i + 1; token_is(open, "[") && !address;) {
        const size_t close = token_partner(open, 1);
        if (!(close == open + 2 && is_number(open + 1)) &&
            !is_below(open + 1, close, extent(declaration, depth))) {
            token_insert(open + 1, text_format("emu_at(%s, ", array));
            token_insert_first(close, text_format(", \"%s\")", name));
        }
        char *element = text_format("%s[0]", array);
        name = text_format("%s[...]", name);
        depth++;
        array = element;
        open = close + 1;
    }
}
