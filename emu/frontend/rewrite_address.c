/*
 * Addresses of shared arrays and __device__ arrays. g++ can compute the address of
 * *(float4 *)&s[1], sees that it is misaligned, and reports the access as single bytes,
 * which are always aligned. Therefore such an address is hidden from g++:
 *
 *   &s[1]                              emu_hidden(&s[1])
 *   s + 1                              emu_hidden(s) + 1
 *   reinterpret_cast<float4 &>(s[1])   reinterpret_cast<float4 &>(emu_hidden_in(s[1]))
 */
#include <stdlib.h>
#include <string.h>

#include "rewrite.h"

bool rewrite_same_text(size_t a, size_t b)
{
    return token_at(a)->length == token_at(b)->length &&
           !memcmp(token_at(a)->start, token_at(b)->start, token_at(a)->length);
}

/* True if token k is a name before [, in the statement that declares it. */
static bool declares_array(size_t k)
{
    return k > 0 && token_is_name(k) && token_is(k + 1, "[") &&
           (token_is_name(k - 1) || strchr("*,>)", *token_at(k - 1)->start)) &&
           !token_is(k - 1, "return") && !token_is(k - 1, "case") &&
           !token_is(k - 1, "else");
}

/* True if the statement around token k declares a variable in memory that threads
   share. */
static bool is_qualified(size_t k)
{
    for (; k > 0 && !strchr(";{}", *token_at(k - 1)->start); k--)
        if (token_is(k - 1, "__shared__") || token_is(k - 1, "__device__") ||
            token_is(k - 1, "__managed__") || token_is(k - 1, "__constant__"))
            return true;
    return false;
}

/* The places where the program declares arrays, in order. */
static size_t *declared, n_declared;

static void find_arrays(void)
{
    for (size_t k = 1; k < token_count(); k++)
        if (token_at(k)->user && declares_array(k)) {
            if ((n_declared & (n_declared + 1)) == 0) { /* full: 0, 1, 3, 7... */
                declared = realloc(declared, (2 * n_declared + 2) * sizeof *declared);
                if (!declared)
                    token_die(k, "not enough memory");
            }
            declared[n_declared++] = k;
        }
}

/* True if token i names an array whose address g++ knows. The nearest declaration
   before it decides, in its function or outside all functions. */
static bool is_known_array(size_t i)
{
    static bool found;
    if (!found)
        find_arrays();
    found = true;
    if (!token_is_name(i) || (i > 0 && (token_is(i - 1, ".") || token_is(i - 1, "->") ||
                                        token_is(i - 1, "::"))))
        return false;
    size_t function = i; /* its first token */
    while (function > 0 && token_at(function - 1)->scope != HOST)
        function--;
    for (size_t n = n_declared; n-- > 0;) {
        const size_t k = declared[n];
        const bool visible = k >= function || token_at(k)->scope == HOST;
        if (k < i && visible && rewrite_same_text(k, i))
            return is_qualified(k);
    }
    return false;
}

size_t rewrite_behind_element(size_t i)
{
    size_t k = i + 1;
    for (;;) {
        if (token_is(k, "["))
            k = token_partner(k, 1) + 1;
        else if (token_is(k, ".") && token_is_name(k + 1))
            k += 2;
        else
            return k;
    }
}

/* True if an operand may begin at token i: then & is a unary operator there. */
static bool is_unary(size_t i)
{
    return i > 0 && !token_is(i - 1, "&") &&
           (token_is(i - 1, "return") ||
            (!token_is_name(i - 1) &&
             !strchr(")]0123456789", *token_at(i - 1)->start)) ||
            /* after a cast, (float4 *)& */
            (token_is(i - 1, ")") && token_is(i - 2, "*")));
}

size_t rewrite_behind_arguments(size_t i)
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

static void wrap(size_t from, size_t to, const char *function)
{
    token_insert(from, text_format("%s(", function));
    token_insert_first(to, ")");
}

/* True if s in s + 1, at token i, is the address of the array: not in &s or sizeof
   s. */
static bool is_address(size_t i)
{
    return i > 0 && !token_is(i - 1, "&") && !token_is(i - 1, "sizeof") &&
           (token_is(i + 1, "+") || token_is(i + 1, "-")) && !token_is(i + 2, "+") &&
           !token_is(i + 2, "-") && !token_is(i + 2, "=");
}

void rewrite_address(size_t i)
{
    if (token_is(i, "&") && is_unary(i) && token_is(i + 2, "[") &&
        is_known_array(i + 1)) {
        const size_t end = rewrite_behind_element(i + 1);
        if (!token_is(end, "->") && !token_is(end, "(")) /* &s[1]->x is of x */
            wrap(i, end, "emu_hidden");
    } else if (is_address(i) && is_known_array(i)) {
        wrap(i, i + 1, "emu_hidden");
    } else if (token_is(i, "reinterpret_cast") && token_is(i + 1, "<")) {
        const size_t open = rewrite_behind_arguments(i + 1);
        if (token_is(open, "(") && token_is(open - 2, "&") && is_known_array(open + 1))
            wrap(open + 1, token_partner(open, 1), "emu_hidden_in");
    }
}
