/* An operand of inline PTX as C++; ptx_operand.h states the contract. */
#include "ptx_operand.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokens.h"

/* 4, -1, 0x10, 0f3F800000, 0d3FF0000000000000, WARP_SZ. */
static char *number_text(const struct ptx_source *s, const char *text)
{
    char *end = NULL;
    if (!strcmp(text, "WARP_SZ"))
        return text_format("emu_ptx::__number{32}");
    if (text[0] == '0' && strchr("fFdD", text[1]) && text[1]) {
        const bool wide = tolower((unsigned char)text[1]) == 'd';
        const size_t digits = strspn(text + 2, "0123456789abcdefABCDEF");
        if (text[2 + digits] || digits != (wide ? 16u : 8u))
            ptx_die(s, text_format("inline PTX: '%s' is no number", text));
        return text_format("emu_ptx::__%s{0x%s}", wide ? "double_bits" : "float_bits",
                           text + 2);
    }
    if (strchr(text, '.')) {
        const double real = strtod(text, &end);
        if (*end || text[strspn(text, "0123456789.-+eE")])
            ptx_die(s, text_format("inline PTX: '%s' is no number", text));
        return text_format("emu_ptx::__decimal{%.17g}", real);
    }
    const long long value =
        text[0] == '-' ? strtoll(text, &end, 0) : (long long)strtoull(text, &end, 0);
    if (*end == 'U')
        end++;
    if (*end || end == text)
        ptx_die(s, text_format("inline PTX: '%s' is no operand", text));
    return text_format("emu_ptx::__number{%lldll}", value);
}

/* The parts of `inside`, separated by commas, in C++. */
static char *list_text(const struct ptx_source *s, const char *inside, size_t n)
{
    char *all = text_format("");
    for (size_t i = 0; i <= n;) {
        const size_t one =
            strcspn(inside + i, ",") < n - i ? strcspn(inside + i, ",") : n - i;
        char *part = text_format("%.*s", (int)one, inside + i);
        char *cpp = ptx_operand_text(s, part);
        char *longer = text_format("%s%s%s", all, *all ? ", " : "", cpp);
        free(part);
        free(cpp);
        free(all);
        all = longer;
        i += one + 1;
    }
    return all;
}

/* [map, {x, y}] */
static char *box_text(const struct ptx_source *s, const char *text)
{
    const size_t n = strlen(text), map = strcspn(text, ",");
    if (text[map + 1] != '{' || text[n - 2] != '}')
        ptx_die(s, text_format("inline PTX: '%s' is no place in a tensor", text));
    char *first = text_format("%.*s", (int)map - 1, text + 1);
    char *cpp = ptx_operand_text(s, first);
    char *list = list_text(s, text + map + 2, n - map - 4);
    char *all = text_format("emu_ptx::__box_at(%s, %s)", cpp, list);
    free(first);
    free(cpp);
    free(list);
    return all;
}

/* [address], [address + offset] */
static char *memory_text(const struct ptx_source *s, const char *text)
{
    if (strchr(text, ','))
        return box_text(s, text);
    const size_t n = strlen(text) - 2; /* without the brackets */
    const size_t base = strcspn(text + 1, "+]");
    if (text[n + 1] != ']' || n == 0)
        ptx_die(s, text_format("inline PTX: '%s' is no address", text));
    char *first = text_format("%.*s", (int)base, text + 1);
    char *address = ptx_operand_text(s, first);
    char *rest = base < n ? text_format("%.*s", (int)(n - base - 1), text + base + 2)
                          : text_format("0");
    char *offset = ptx_operand_text(s, rest);
    char *both = text_format("emu_ptx::__at(%s, %s)", address, offset);
    free(first);
    free(address);
    free(rest);
    free(offset);
    return both;
}

char *ptx_operand_text(const struct ptx_source *s, const char *text)
{
    const char *bar = strchr(text, '|');
    if (text[0] == '{') {
        if (strchr(text, '}') != text + strlen(text) - 1)
            ptx_die(s, text_format("inline PTX: '%s' is no vector", text));
        char *list = list_text(s, text + 1, strlen(text) - 2);
        char *all = text_format("emu_ptx::__registers(%s)", list);
        free(list);
        return all;
    }
    if (text[0] == '[')
        return memory_text(s, text);
    if (bar) {
        char *first = text_format("%.*s", (int)(bar - text), text);
        char *a = ptx_operand_text(s, first), *b = ptx_operand_text(s, bar + 1);
        char *both = text_format("emu_ptx::__both(%s, %s)", a, b);
        free(first);
        free(a);
        free(b);
        return both;
    }
    if (!strcmp(text, "_"))
        return text_format("emu_ptx::__sink()");
    if (text[0] == '!') {
        char *a = ptx_operand_text(s, text + 1);
        char *negated = text_format("emu_ptx::__inverse(%s)", a);
        free(a);
        return negated;
    }
    if (isdigit((unsigned char)text[0]) || text[0] == '-' || !strcmp(text, "WARP_SZ"))
        return number_text(s, text);
    return ptx_register_text(s, text);
}

char *ptx_constant_text(const struct ptx_source *s, const char *text)
{
    char *end = NULL;
    const long long value = strtoll(text, &end, 0);
    if (end == text || *end)
        return ptx_operand_text(s, text);
    return text_format("emu_ptx::__constant<%lld>()", value);
}
