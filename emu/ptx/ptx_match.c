/*
 * Patterns of opcodes; ptx_match.h states the contract.
 *
 * A pattern is an opcode, in which a segment may be
 *
 *   $i $s $u $b $f $a   a type: integer, signed, unsigned, bits, float, any of them
 *   $n                  an integer, also of 8 bits
 *   $w                  an integer type whose product is twice as wide
 *   $c $l               a comparison; and, or, xor
 *   a|b                 one of these
 *   ?a|b                one of these, or none
 *
 * In the function's name, @1 is the C++ name of the first $'s segment, @2 of the
 * second, =1 the text of the first choice (a|b or ?a|b), and so on. `.ftz` chooses the
 * type emu_ptx::__flushed for float.
 */
#include "ptx_match.h"

#include <stdio.h>
#include <string.h>

/* clang-format off */
static const struct {
    const char *ptx, *cpp, *classes;
} types[] = {
    {"u8", "uint8_t", "n"},     {"s8", "int8_t", "n"},
    {"u16", "uint16_t", "niuaw"}, {"u32", "uint32_t", "niuaw"}, {"u64", "uint64_t", "niua"},
    {"s16", "int16_t", "nisaw"},  {"s32", "int32_t", "nisaw"},  {"s64", "int64_t", "nisa"},
    {"b16", "uint16_t", "ba"},   {"b32", "uint32_t", "ba"},   {"b64", "uint64_t", "ba"},
    {"f32", "float", "fa"},      {"f64", "double", "fa"},
};
/* clang-format on */
enum { TYPES = sizeof types / sizeof *types };

/* True if one of the words in `list`, | between them, is this segment. */
static bool among(const char *list, size_t length, const char *word, size_t n)
{
    for (size_t i = 0; i < length;) {
        const size_t rest = length - i;
        const char *end = memchr(list + i, '|', rest);
        const size_t one = end ? (size_t)(end - list) - i : rest;
        if (one == n && !memcmp(list + i, word, n))
            return true;
        i += one + 1;
    }
    return false;
}

bool ptx_is_one_of(const char *list, const char *word, size_t n)
{
    return among(list, strlen(list), word, n);
}

const char *ptx_type_of(char class, const char *word, size_t n)
{
    for (int t = 0; t < TYPES; t++)
        if (strlen(types[t].ptx) == n && !memcmp(types[t].ptx, word, n) &&
            strchr(types[t].classes, class))
            return types[t].cpp;
    return NULL;
}

/* The C++ name of a segment of that class; false if it has another.
 */
static bool name_of(char class, const char *word, size_t n, struct ptx_matched *m)
{
    static const char comparisons[] =
        "eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|"
        "geu|num|nan",
                      logic[] = "and|or|xor";
    char *to = m->names[m->n_names];
    const char *type = NULL;
    if (class == 'c' || class == 'l') {
        if (!ptx_is_one_of(class == 'c' ? comparisons : logic, word, n))
            return false;
        snprintf(to, PTX_NAME, "compare_%.*s", (int)n, word);
    } else {
        type = ptx_type_of(class, word, n);
        if (!type)
            return false;
        snprintf(to, PTX_NAME, "%s",
                 m->flushes && !strcmp(type, "float") ? "emu_ptx::__flushed" : type);
    }
    m->n_names++;
    return true;
}

bool ptx_match(const char *pattern, const char *opcode, struct ptx_matched *m)
{
    while (*pattern) {
        const size_t p = strcspn(pattern, "."), n = strcspn(opcode, ".");
        const bool optional = *pattern == '?';
        const char *list = pattern + optional;
        bool same;
        if (*pattern == '$')
            same = name_of(pattern[1], opcode, n, m);
        else
            same = among(list, p - optional, opcode, n);
        if (!same && !optional)
            return false;
        if (*pattern != '$' && (optional || memchr(list, '|', p))) {
            const bool flush = p == 4 && !memcmp(pattern, "?ftz", 4);
            m->flushes |= flush && same;
            if (!flush && m->n_choices < 4)
                snprintf(m->choices[m->n_choices++], PTX_NAME, "%.*s%s",
                         same ? (int)n : 4, same ? opcode : "none",
                         same && n == 4 && !memcmp(opcode, "bf16", 4)
                             ? "_"
                             : ""); /* a keyword */
        }
        if (same)
            opcode += n + (opcode[n] == '.');
        pattern += p + (pattern[p] == '.');
    }
    return !*opcode;
}

void ptx_fill_in(const char *function, const struct ptx_matched *m, char *to,
                 size_t size)
{
    size_t n = 0;
    for (; *function && n + 1 < size; function++) {
        const int which = function[1] - '1';
        const char *word = NULL;
        if (*function == '@' && which >= 0 && which < 4)
            word = m->names[which];
        if (*function == '=' && which >= 0 && which < 4)
            word = m->choices[which];
        if (!word) {
            to[n++] = *function;
            continue;
        }
        while (*word && n + 1 < size)
            to[n++] = *word++;
        function++;
    }
    to[n] = 0;
}
