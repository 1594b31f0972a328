/* Launches: kernel<<<grid, block, shared, stream>>>(arguments), as rewrite.c shows. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* True if token i looks like a name but begins a statement: else k<<<1, 1>>>() */
static bool is_keyword(size_t i)
{
    static const char *const words[] = {"if",   "for", "while",  "switch",
                                        "else", "do",  "return", "constexpr"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (token_is(i, words[w]))
            return true;
    return false;
}

/* True if the kernel expression continues to the left of its bracket at i: yes for
   `f(x)`, no for `if (x) (k)`. */
static bool goes_on_before(size_t i)
{
    if (i == 0 || is_keyword(i - 1))
        return false;
    if (token_is(i - 1, ")")) {
        size_t open = token_partner(i - 1, -1);
        return open == 0 || !is_keyword(open - 1);
    }
    return token_is_name(i - 1) || token_is(i - 1, "]");
}

/* The last token of the kernel expression that ends just before token `end`, without
   its template arguments: of k<int, f<3>> the k. */
static size_t kernel_end(size_t end)
{
    size_t i = end - 1;
    int depth = 0;
    if (!token_is(i, ">"))
        return i;
    for (;; i--) {
        if (token_is(i, ">"))
            depth++;
        else if (token_is(i, ")") || token_is(i, "]"))
            i = token_partner(i, -1);
        else if (token_is(i, "<") && --depth == 0)
            break;
        if (i == 0)
            token_die(end, "launch without a kernel before '<<<'");
    }
    return i - 1;
}

/* The first token of that expression: a name with :: and <...>, or something in
   brackets. */
static size_t kernel_start(size_t end)
{
    size_t i = kernel_end(end);
    while (token_is(i, ")") || token_is(i, "]")) {
        i = token_partner(i, -1);
        if (!goes_on_before(i))
            return i;
        i--;
    }
    if (!token_is_name(i))
        token_die(end, "launch without a kernel before '<<<'");
    while (i > 1 &&
           (token_is(i - 1, "::") || token_is(i - 1, ".") || token_is(i - 1, "->"))) {
        if (!token_is_name(i - 2) || is_keyword(i - 2))
            return i - 1;
        i -= 2;
    }
    return i;
}

static bool closes_launch(size_t i, bool spaced)
{
    return token_is(i, ">") && token_is(i + 1, ">") && token_is(i + 2, ">") &&
           token_is(i + 3, "(") && !token_at(i + 1)->space_length &&
           (spaced || !token_at(i + 2)->space_length);
}

/* True if the statement has no >>>(, so that >> >( must be meant. */
static bool is_spaced(size_t i)
{
    for (; i < token_count() && !token_is(i, ";") && !token_is(i, "<<<"); i++)
        if (closes_launch(i, false))
            return false;
    return true;
}

void rewrite_launch(size_t at)
{
    size_t kernel = kernel_start(at), i = at + 1, commas = 0;
    bool angles =
        false; /* the name may have template arguments, with commas of their own */
    const bool spaced = is_spaced(i);
    for (; !closes_launch(i, spaced); i++) {
        if (i >= token_count() || token_is(i, "<<<"))
            token_die(at, "'<<<' without '>>>('");
        if (token_is(i, "(") || token_is(i, "[") || token_is(i, "{"))
            i = token_partner(i, 1);
        commas += token_is(i, ",");
        angles |= token_is(i, "<");
    }
    if (kernel + 1 == at && rewrite_is_for_host_alone(kernel))
        token_die(kernel, "a launch of a function that is no kernel: declare it with "
                          "__global__, or name the kernel that is meant");
    if (commas == 0)
        token_die(at, "'<<<' takes at least a grid and a block");
    if (commas > 3 && !angles)
        token_die(at,
                  "'<<<' takes grid, block and, optionally, shared bytes and stream");
    size_t open = i + 3, close = token_partner(open, 1);
    char *name = token_text(kernel, at), *arguments = token_text(open + 1, close);
    const bool nodes = rewrite_has_kernel_nodes();
    const char *types = close == open + 1 ? "emu_types_of_none" : "emu_types_of";
    char *name_text = text_quoted(name), *arguments_text = text_quoted(arguments);
    for (size_t k = kernel; k <= at; k++)
        token_at(k)->instead = text_format("");
    token_insert(kernel, "emu_launcher(emu_configure(");
    token_at(i)->instead = text_format(
        "), %s, %s, [&](auto... emu_a) { return [=]() "
        "__attribute__((no_sanitize(\"thread\"))) { %s(emu_a...); }; })"
        ".__of(emu_is<%s>(), [&](auto... emu_a) -> decltype(%s(emu_a...)) {}, "
        "[&](auto emu_a) -> decltype(%s(emu_a, %s)) "
        "{ return %s{%s}%s%s%s; })",
        name_text, arguments_text, name, token_is(at - 1, ">") ? "true" : "false", name,
        types, name,
        nodes ? text_format("emu_learn(decltype(%s(emu_a, %s))", types, name) : "",
        name, nodes ? ", " : "", nodes ? name_text : "", nodes ? ")" : "");
    token_at(i + 1)->instead = text_format("");
    token_at(i + 2)->instead = text_format("");
    free(name);
    free(arguments);
    free(name_text);
    free(arguments_text);
}
