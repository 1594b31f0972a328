/*
 * What C++ leaves open and a GPU defines, in kernels: see emu_defined.hpp.
 *
 *   a << n, a >> n     a << emu_shift() << n       unless n is a small number
 *   a <<= n            a <<= emu_shift() <<= n
 *   (int)x             emu_integer<int>(x)         of a type of integers
 *   static_cast<int>(x), int(x)                    likewise
 *
 * Not of size_t: that is nearly always a cast of a pointer or an index.
 */
#include <stdlib.h>
#include <string.h>

#include "rewrite.h"

/* True if token i is directly followed by the next one. */
static bool joins(size_t i)
{
    return i + 1 < token_count() && token_at(i + 1)->space_length == 0;
}

/* ---- Shifts. */

/* True if >> at token i may close template arguments: two are open. */
static bool may_close(size_t i)
{
    int open = 0;
    for (size_t k = i; k > 0 && !strchr(";{}([", *token_at(k - 1)->start); k--) {
        if (token_is(k - 1, ")") || token_is(k - 1, "]"))
            k = token_partner(k - 1, -1) + 1;
        else if (token_is(k - 1, "<"))
            open++;
        else if (token_is(k - 1, ">"))
            open--;
    }
    return open > 1;
}

/* True if the shift's amount, from token i on, is a number below 32. */
static bool is_small(size_t i)
{
    if (!strchr("0123456789", *token_at(i)->start) || token_at(i)->length > 2 ||
        atoi(token_at(i)->start) > 31)
        return false;
    return i + 1 < token_count() && strchr(");,]}&|^<>=?:", *token_at(i + 1)->start);
}

/* A function that the host may call as well writes streams by <<. */
static bool is_stream(size_t i)
{
    if (token_at(i)->scope == DEVICE)
        return false;
    size_t k = i;
    while (k > 0 && !strchr(";{}", *token_at(k - 1)->start))
        k--;
    for (; k < token_count() && !token_is(k, ";"); k++)
        if (*token_at(k)->start == '"' || token_is(k, "std") || token_is(k, "endl"))
            return true;
    return false;
}

static void shift(size_t i)
{
    const bool left = token_is(i, "<"),
               assigns = token_is(i + 2, "=") && joins(i + 1) &&
                         !(token_is(i + 3, "=") && joins(i + 2));
    const size_t amount = assigns ? i + 3 : i + 2;
    if (!joins(i) || i == 0 || token_is(i - 1, "operator") ||
        token_is(i + 2, left ? "<" : ">") || token_is(i - 1, left ? "<" : ">") ||
        is_small(amount) || is_stream(i) || (!left && may_close(i)))
        return;
    if (assigns && i > 1 && (token_is(i - 2, ".") || token_is(i - 2, "->")))
        return; /* it may be a bit-field, which no reference can be bound to */
    const char *sign = left ? "<<" : ">>";
    token_at(i)->instead =
        text_format(assigns ? "%s= emu_shift() %s" : "%s emu_shift() %s", sign, sign);
    token_at(i + 1)->instead = text_format("");
}

/* ---- Conversions. */

/* The token after the name of a type of integers that begins at token i; i if there is
   none. */
static size_t behind_integer(size_t i)
{
    static const char *const words[] = {"signed", "unsigned", "int",
                                        "long",   "short",    "char"},
                             *const names[] = {"int8_t",   "int16_t",  "int32_t",
                                               "int64_t",  "uint8_t",  "uint16_t",
                                               "uint32_t", "uint64_t", "uint",
                                               "ushort"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (token_is(i, names[n]))
            return i + 1;
    for (size_t k = i;; k++) {
        bool found = false;
        for (size_t n = 0; n < sizeof words / sizeof *words; n++)
            found |= token_is(k, words[n]);
        if (!found)
            return k;
    }
}

/* Tokens (from, to) in parentheses: a type that is no class, an expression, or unknown.
 */
enum group { TYPE, EXPRESSION, EITHER };
static enum group group_of(size_t from, size_t to)
{
    if (behind_integer(from + 1) == to ||
        (to == from + 2 &&
         (token_is(from + 1, "float") || token_is(from + 1, "double"))))
        return TYPE;
    for (size_t k = from + 1; k < to; k++)
        if (!token_is_name(k) && !token_is(k, "::") && !token_is(k, "*") &&
            !token_is(k, "<") && !token_is(k, ">") && !token_is(k, ","))
            return EXPRESSION;
    return EITHER;
}

/* The token after the operand of a cast, which begins at token i; i if there is none,
   or if it is not certain where it ends. A number without a point is none. */
static size_t behind_operand(size_t i)
{
    static const char *const words[] = {"const",    "noexcept", "volatile",
                                        "override", "final",    "mutable"};
    size_t k = i;
    for (;;)
        if (token_is(k, "-") || token_is(k, "*") || token_is(k, "~"))
            k++;
        else if (token_is(k, "(") && group_of(k, token_partner(k, 1)) == TYPE)
            k = token_partner(k, 1) + 1; /* another cast */
        else
            break;
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (token_is(k, words[n]))
            return i;
    const struct token *t = token_at(k);
    const char first = *t->start;
    const bool number = strchr("0123456789.", first) && first;
    if (number && !memchr(t->start, '.', t->length))
        return i;
    if (!number && !token_is_name(k) && first != '(')
        return i;
    const bool either = first == '(' && group_of(k, token_partner(k, 1)) == EITHER;
    k = first == '(' ? token_partner(k, 1) + 1 : k + 1;
    while (!number) {
        if (token_is(k, "(") || token_is(k, "["))
            k = token_partner(k, 1) + 1;
        else if ((token_is(k, ".") || token_is(k, "->") || token_is(k, "::")) &&
                 token_is_name(k + 1))
            k += 2;
        else
            break;
    }
    /* A cast to a type of the program, before its operand; template arguments; x++. */
    const char next = *token_at(k)->start;
    if (token_is_name(k) || strchr("0123456789<~!{", next) ||
        (either && strchr("-+*&", next)) ||
        (strchr("+-", next) && token_is(k + 1, next == '+' ? "+" : "-")))
        return i;
    return k;
}

/* True if a value, and not a type or a declaration, may end at token i. */
static bool ends_name(size_t i)
{
    return token_is_name(i) && !token_is(i, "return") && !token_is(i, "case") &&
           !token_is(i, "else");
}

static void convert(size_t i)
{
    if (token_is(i, "(")) { /* (int)x */
        const size_t end = behind_integer(i + 1);
        if (end == i + 1 || !token_is(end, ")") || i == 0 || ends_name(i - 1) ||
            token_is(i - 1, ">") || token_is(i - 1, "]"))
            return;
        const size_t behind = behind_operand(end + 1);
        if (behind == end + 1)
            return;
        token_insert_first(end + 1,
                           text_format("emu_integer<%s>(", token_text(i + 1, end)));
        token_insert_first(behind, ")");
        return;
    }
    const bool by_name = token_is(i, "static_cast") && token_is(i + 1, "<");
    const size_t type = by_name ? i + 2 : i, end = behind_integer(type);
    const size_t open = by_name ? end + 1 : end;
    if (end == type || !token_is(open, "(") || token_is(open + 1, ")") ||
        (by_name && !token_is(end, ">")))
        return;
    /* int(x): in an expression; int (x); declares. */
    if (!by_name &&
        (end > type + 1 || i == 0 || !strchr("=+-*/%[?&|,(", *token_at(i - 1)->start)))
        return;
    if (!by_name && token_is(i - 1, "(") && i > 1 && ends_name(i - 2) &&
        token_is(token_partner(open, 1) + 1, "("))
        return;
    token_insert_first(open + 1,
                       text_format("emu_integer<%s>(", token_text(type, end)));
    token_insert_first(token_partner(open, 1), ")");
}

void rewrite_defined(size_t i)
{
    if (token_is(i, "<") || token_is(i, ">"))
        if (token_is(i + 1, token_is(i, "<") ? "<" : ">"))
            shift(i);
    if (token_is(i, "(") || token_is_name(i))
        convert(i);
}
