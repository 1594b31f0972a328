/*
 * Casts of pointers in kernels. Of *(float4 *)&s[1] g++ knows the address when it
 * compiles, and so that it is misaligned; it then announces the access as bytes, which
 * any address suits. What is cast is therefore hidden from g++:
 *
 *   (float4 *)&s[1]                       (float4 *)emu_hidden(&s[1])
 *   reinterpret_cast<float4 *>(s + 1)     reinterpret_cast<float4 *>(emu_hidden(s + 1))
 *   reinterpret_cast<float4 &>(s[1])      reinterpret_cast<float4
 * &>(emu_hidden_in(s[1]))
 */
#include <string.h>

#include "rewrite.h"

/* True if the tokens of [from, to) can only be a type: of names, and with * at its end.
 */
static bool is_pointer_type(size_t from, size_t to)
{
    if (to <= from + 1 || !token_is(to - 1, "*") || !token_is_name(from))
        return false;
    for (size_t k = from; k < to; k++)
        if (!token_is_name(k) && !strchr("*:<>,", *token_at(k)->start))
            return false;
    return true;
}

/* A keyword after which an expression begins. */
static bool begins_expression(size_t i)
{
    return token_is(i, "return") || token_is(i, "case") || token_is(i, "else") ||
           token_is(i, "do");
}

/* True if a cast to a pointer, (T *), begins at token i. */
static bool is_cast(size_t i)
{
    if (!token_is(i, "(") ||
        (i > 0 && token_is_name(i - 1) && !begins_expression(i - 1)))
        return false;
    const size_t close = token_partner(i, 1);
    return is_pointer_type(i + 1, close) &&
           (token_is_name(close + 1) || strchr("(&*", *token_at(close + 1)->start));
}

/* The token behind the template arguments that begin with < at i; i if they have no
 * end. */
static size_t behind_arguments(size_t i)
{
    int depth = 0;
    for (size_t k = i; k < token_count() && !strchr(";{}", *token_at(k)->start); k++) {
        depth += token_is(k, "<");
        depth -= token_is(k, ">");
        if (depth == 0)
            return k + 1;
    }
    return i;
}

/* True if token i is the name of one of C++'s own casts. */
static bool is_named_cast(size_t i)
{
    return (token_is(i, "reinterpret_cast") || token_is(i, "static_cast") ||
            token_is(i, "const_cast")) &&
           token_is(i + 1, "<");
}

/* The token behind the operand, a unary expression, that begins at i; i if it is not
   one that this understands. */
static size_t behind_operand(size_t i)
{
    size_t k = i;
    while (k < token_count() && (strchr("&*", *token_at(k)->start) || is_cast(k)))
        k = is_cast(k) ? token_partner(k, 1) + 1 : k + 1;
    if (is_named_cast(k))
        k = behind_arguments(k + 1);
    else if (token_is_name(k) && !token_is(k, "nullptr") && !token_is(k, "NULL"))
        k++;
    if (token_is(k, "(") && (k == i || !token_is_name(k)))
        k = token_partner(k, 1) + 1;
    while (k > i && k < token_count()) {
        if (token_is(k, "[") || token_is(k, "("))
            k = token_partner(k, 1) + 1;
        else if ((token_is(k, ".") || token_is(k, "->") || token_is(k, "::")) &&
                 token_is_name(k + 1))
            k += 2;
        else
            break;
    }
    return token_is(k, "<") ? i : k; /* a template's arguments, or a comparison */
}

static void wrap(size_t from, size_t to, const char *function)
{
    token_insert(from, text_format("%s(", function));
    token_insert_first(to, ")");
}

void rewrite_cast(size_t i)
{
    if (is_cast(i)) {
        const size_t from = token_partner(i, 1) + 1, to = behind_operand(from);
        if (to > from)
            wrap(from, to, "emu_hidden");
    } else if (token_is(i, "reinterpret_cast") && token_is(i + 1, "<")) {
        const size_t open = behind_arguments(i + 1);
        const bool pointer = token_is(open - 2, "*"),
                   reference = token_is(open - 2, "&");
        if (token_is(open, "(") && (pointer || reference))
            wrap(open + 1, token_partner(open, 1),
                 pointer ? "emu_hidden" : "emu_hidden_in");
    }
}
