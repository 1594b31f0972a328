/* __shared__ and __device__ variables. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* Whether the brace at i is that of extern "C" { or namespace a::b { */
static bool opens_namespace(size_t i)
{
    size_t k = i;
    while (k > 0 && (token_is_name(k - 1) || token_is(k - 1, "::")) &&
           !token_is(k, "namespace"))
        k--;
    return token_is(k, "namespace") || (i > 0 && *tokens[i - 1].start == '"');
}

/* Whether token i is inside a function's braces, not only a namespace's. Calls come in
   the order of the tokens. */
static bool in_function(size_t i)
{
    static size_t next; /* the first token not seen yet; a body is seen as a whole */
    while (next < i)
        if (token_is(next, "{") && !opens_namespace(next))
            next = token_partner(next, 1) + 1;
        else
            next++;
    return next > i;
}

/* Each variable of the declaration at i gets an empty initialiser. Without it, g++
   would take arrays of a class with constructors, such as __half, to need code at run
   time. */
static void initialise(size_t i)
{
    bool type_body = false;
    int angles = 0; /* T<a, b> */
    for (size_t k = i; k < n_tokens; k++) {
        type_body |=
            token_is(k, "struct") || token_is(k, "union") || token_is(k, "class");
        if (token_is(k, "=") || (token_is(k, "{") && !type_body))
            token_die(i, "a '__shared__' variable cannot have an initialiser: store to "
                         "it in the kernel, then __syncthreads()");
        angles += token_is(k, "<") - token_is(k, ">");
        if (token_is(k, ";") || (token_is(k, ",") && angles == 0))
            tokens[k].before = text_format("{}");
        if (token_is(k, ";"))
            return;
        if (token_is(k, "(") || token_is(k, "[") || token_is(k, "{"))
            k = token_partner(k, 1);
    }
}

void rewrite_shared(size_t i)
{
    size_t first = i;
    while (first > 0 && token_is_name(first - 1) && !token_is(first - 1, "extern"))
        first--;
    bool external =
        (first > 0 && token_is(first - 1, "extern")) || token_is(i + 1, "extern");
    if (!external) {
        bool is_static =
            (i > 0 && token_is(i - 1, "static")) || token_is(i + 1, "static");
        tokens[i].instead = text_format("%s__thread __attribute__((aligned(128)))",
                                        is_static ? "" : "static ");
        initialise(i);
        return;
    }
    size_t open = i, end = i;
    while (end < n_tokens && !token_is(end, ";"))
        end++;
    while (open < end && !(token_is(open, "[") && token_is(open + 1, "]")))
        open++;
    if (open == end || !token_is_name(open - 1))
        token_die(i, "'extern __shared__' needs an array without a size: T name[];");
    if (!in_function(i)) {
        tokens[i].instead = text_format("__thread");
        tokens[open + 2].before = text_format(" __asm__(\"emu_shared_dynamic\")");
        return;
    }
    /* T (&name)[] = *(T (*)[])emu_shared_dynamic; all on the line of the first token */
    char *type = text_format("");
    for (size_t k = first > 0 ? first - 1 : first; k < open - 1; k++) {
        if (token_is(k, "__align__") || token_is(k, "alignas"))
            k = token_partner(k + 1, 1);
        else if (k != i && !token_is(k, "extern"))
            type = text_format("%s%.*s ", type, (int)tokens[k].length, tokens[k].start);
    }
    char *name = token_text(open - 1, open), *dimensions = token_text(open, end);
    for (size_t k = first > 0 ? first - 1 : first; k < end; k++)
        tokens[k].instead = text_format("");
    tokens[i].instead = text_format("%s(&%s)%s = *(%s(*)%s)emu_shared_dynamic", type,
                                    name, dimensions, type, dimensions);
}

/* Where the declarator after token i ends: at the ( of a function, or at one of ; = [
   {. *read_only becomes whether a const comes before. What was found for an earlier
   token holds for those behind it as well: a run of qualifiers is searched once. */
static size_t declarator_end(size_t i, bool *read_only)
{
    static size_t from, end, last_const;
    if (i < from || i >= end) {
        from = i;
        last_const = 0;
        for (end = i + 1; end < n_tokens; end++) {
            if (token_is(end, ";") || token_is(end, "=") || token_is(end, "[") ||
                token_is(end, "{"))
                break;
            if (token_is(end, "const") || token_is(end, "constexpr"))
                last_const = end;
            if (token_is(end, "(")) {
                bool attribute = token_is(end - 1, "__align__") ||
                                 token_is(end - 1, "__attribute__") ||
                                 token_is(end - 1, "alignas") ||
                                 token_is(end - 1, "__launch_bounds__") ||
                                 token_is(end - 1, "decltype");
                if (!attribute)
                    break;
                end = token_partner(end, 1);
            }
        }
    }
    *read_only = last_const > i;
    return end;
}

/* A variable, if no parenthesis of parameters comes before its end. */
void rewrite_device(size_t i)
{
    bool constant = token_is(i, "__constant__") || token_is(i + 1, "__constant__");
    bool read_only;
    size_t k = declarator_end(i, &read_only);
    bool function =
        token_is(k, "(") || token_is(k - 1, "operator") ||
        token_is(k - 2, "operator") ||
        (token_is(k, "{") && i > 0 && token_is(i - 1, "]")); /* [] __device__ {} */
    if (function) {
        tokens[i].instead = text_format("");
        rewrite_mark_body(i);
    } else if (!(i > 0 &&
                 (token_is(i - 1, "__device__") || token_is(i - 1, "__constant__") ||
                  token_is(i - 1, "__managed__"))))
        tokens[i].instead =
            text_format("__attribute__((section(\"emu_%s\")))", read_only  ? "const"
                                                                : constant ? "constant"
                                                                           : "device");
    else
        tokens[i].instead = text_format("");
}
