/*
 * Indices of local arrays in kernels. Their accesses have no hooks, and so the index is
 * checked:
 *
 *   a[i]      a[emu_at(a, i, "a")]
 *   a[i][j]   a[emu_at(a, i, "a")][emu_at(a[0], j, "a[...]")]
 *
 * An index that a loop declares, and whose limit is the array's extent by the same
 * name, stays as it is, and so does a number below another: the code of most kernels
 * does not change.
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

/* True if parentheses after the word at token i belong to a type. */
static bool is_alignment(size_t i)
{
    static const char *const words[] = {"alignas", "__align__", "decltype", NULL};
    return is_any(i, words);
}

/* The first variable that the statement from token i on declares; 0: it declares none.
 *local becomes true if its declarators are local variables of a thread. */
static size_t declared(size_t i, bool *local)
{
    static const char *const no_types[] = {"return", "else",  "case",          "goto",
                                           "delete", "throw", "static_assert", "new",
                                           "using",  "do",    "co_return",     NULL};
    static const char *const others[] = {"__shared__", "__device__", "__constant__",
                                         "extern",     "typedef",    NULL};
    const size_t first = i;
    *local = true;
    for (; token_is_name(i) || token_is(i, "::") || token_is(i, "*"); i++) {
        if (is_any(i, no_types))
            return 0;
        *local &= !is_any(i, others);
        if (i > first && token_is_name(i) && !token_is(i - 1, "::") &&
            i + 1 < token_count() && strchr("[=,;{(", *token_at(i + 1)->start) &&
            !is_any(i, others) && !is_alignment(i))
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
        } else if (is_alignment(i) && token_is(i + 1, "(")) {
            i = token_partner(i + 1, 1);
        }
    }
    return 0;
}

/* The nearest declaration of a local array of the name at token i, if it is the token
   itself or before it: its place in `arrays`; n_arrays if there is none. */
static size_t find(size_t i)
{
    size_t k = 0;
    while (k < n_arrays && !rewrite_same_text(arrays[k], i))
        k++;
    return k;
}

/* From here on the name at token i is that of a local array, or of something else. */
static void note_name(size_t i, bool array)
{
    const size_t k = find(i);
    if (k < n_arrays && array) {
        arrays[k] = i;
    } else if (k < n_arrays) {
        arrays[k] = arrays[--n_arrays];
    } else if (array) {
        arrays = realloc(arrays, (n_arrays + 1) * sizeof *arrays);
        if (!arrays)
            token_die(i, "not enough memory for so many arrays");
        arrays[n_arrays++] = i;
    }
}

/* Note what the statement at token i declares: float a[2], *b, c[3]; */
static void note_arrays(size_t i)
{
    bool local;
    size_t k = declared(i, &local);
    while (k && k < token_count()) {
        if (token_is_name(k))
            note_name(k, local && token_is(k + 1, "["));
        while (k < token_count() && !strchr(",;}", *token_at(k)->start)) {
            if (token_is(k, "(") || token_is(k, "[") || token_is(k, "{"))
                k = token_partner(k, 1);
            k++;
        }
        if (!token_is(k, ","))
            return;
        for (k++; token_is(k, "*") || token_is(k, "&") || token_is(k, "const");)
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

/* True if the index of tokens [i, close) is a number, and the array has more elements.
 */
static bool is_within(size_t i, size_t close, size_t extent)
{
    return close == i + 1 && extent && is_number(i) && is_number(extent) &&
           strtoul(token_at(i)->start, NULL, 0) <
               strtoul(token_at(extent)->start, NULL, 0);
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
    static const char *const before_operands[] = {
        "return", "else", "case", "do", "throw", "co_return", "sizeof", NULL};
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
        i == 0 || token_is(i - 1, ".") || token_is(i - 1, "->") ||
        token_is(i - 1, "::"))
        return;
    const size_t known = find(i);
    /* After another name it is declared: that of its type. */
    const bool declares = known < n_arrays && arrays[known] == i;
    if (known == n_arrays || declares ||
        (token_is_name(i - 1) && !is_any(i - 1, before_operands)))
        return;
    /* &a[8] may be the place after the last element. */
    const bool address =
        token_is(i - 1, "&") && (!token_is_name(i - 2) || token_is(i - 2, "return")) &&
        !token_is(i - 2, ")") && !token_is(i - 2, "]") && !is_number(i - 2);
    char *array = token_text(i, i + 1), *name = array;
    int depth = 0;
    for (size_t open = i + 1; token_is(open, "[") && !address;) {
        const size_t close = token_partner(open, 1),
                     limit = extent(arrays[known], depth);
        if (!is_within(open + 1, close, limit) && !is_below(open + 1, close, limit)) {
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
