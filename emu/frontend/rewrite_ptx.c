/*
 * asm statements in kernels. A statement becomes the call of a lambda, whose body is
 * the PTX as C++ (ptx.h), and whose arguments are the operands:
 *
 *   asm volatile("add.s32 %0, %1, 1;" : "=r"(x) : "r"(y) : "memory");
 *
 *   ([&](auto, auto &&emu_0, auto emu_1) {
 *       emu_ptx::__add<int32_t>(emu_0, ...); }(emu_ptx::__statement(), (x), (y)));
 *
 * By its first argument base/symbols.c knows such a lambda from those of the program.
 * Every instruction stays on the line of its string.
 */
#define _GNU_SOURCE
#include "rewrite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx.h"

static size_t fallback; /* the token of asm: where there is no character */

void ptx_die(const struct ptx_source *s, const char *what)
{
    const size_t at = s->at < s->length ? s->at : s->length - (s->length > 0);
    token_die(s->length ? s->token[at] : fallback, what);
}

static void drop(size_t i)
{
    token_at(i)->instead = text_format("");
}

static bool is_string(size_t i)
{
    return i < token_count() && *token_at(i)->start == '"';
}

/* One character of the string literal at token i, with its escape; moves *p behind it.
 */
static char unescape(size_t i, const char **p)
{
    static const char from[] = "ntrv\\\"'", to[] = "\n\t\r\v\\\"'";
    if (**p != '\\')
        return *(*p)++;
    for (size_t k = 0; from[k]; k++)
        if ((*p)[1] == from[k]) {
            *p += 2;
            return to[k];
        }
    token_die(i, "inline PTX: this escape in a string is" NOT_SUPPORTED
                 "write the character itself");
}

/* The text of the strings [from, to); the caller frees what it is made of. */
static struct ptx_source read_strings(size_t from, size_t to, char **kept_text,
                                      size_t **kept_tokens)
{
    size_t room = 1;
    for (size_t i = from; i < to; i++)
        room += token_at(i)->length;
    char *text = malloc(room);
    size_t *token = malloc(room * sizeof *token), n = 0;
    if (!text || !token) {
        fprintf(stderr, "rewrite: out of memory\n");
        exit(2);
    }
    for (size_t i = from; i < to; i++) {
        const struct token *t = token_at(i);
        for (const char *p = t->start + 1; p < t->start + t->length - 1;) {
            token[n] = i;
            text[n++] = unescape(i, &p);
        }
    }
    text[n] = 0;
    *kept_text = text;
    *kept_tokens = token;
    return (struct ptx_source){.text = text, .length = n, .token = token};
}

/* The colons and operands from token i on: the number of operands. What g++ must not
   see is dropped; a comma is between operands. kind[k] is '=' of a result, '+' of one
   that is read, too, and another character of an operand that is only read; reg[k] is
   the letter of its register. */
static int take_operands(size_t i, size_t close, char kind[PTX_ARGUMENTS],
                         char reg[PTX_ARGUMENTS])
{
    int section = 0, operands = 0;
    for (; i < close; i++) {
        if (token_is(i, ":") || token_is(i, "::")) {
            section += token_is(i, ":") ? 1 : 2;
            drop(i);
        } else if (section < 3 && is_string(i)) {
            if (!token_is(i + 1, "("))
                token_die(i, "inline PTX: an operand has no expression in brackets");
            if (operands + 1 == PTX_ARGUMENTS)
                token_die(i, "inline PTX: too many operands");
            const char *letter = token_at(i)->start + 1;
            kind[operands] = *letter;
            if (section == 1 && *letter != '=' && *letter != '+')
                token_die(i, "inline PTX: a result needs = in its constraint, such as "
                             "\"=r\"(x), or + if it is read, too");
            reg[operands++] = letter[strspn(letter, "=+&")];
            drop(i);
            i = token_partner(i + 1, 1);
        } else if (token_is(i, ",") || section >= 3) {
            drop(i);
        } else {
            token_die(i, "inline PTX: expected \"constraint\"(expression)");
        }
    }
    return operands;
}

/* Put a comma before every operand but the first. */
static void separate(size_t i, size_t close)
{
    bool first = true;
    for (; i < close; i++) {
        if (!token_is(i, "("))
            continue;
        if (!first)
            token_insert(i, ",");
        first = false;
        i = token_partner(i, 1);
    }
}

/* True if a string of [from, to) has this text. */
static bool has_text(size_t from, size_t to, const char *text)
{
    for (size_t i = from; i < to; i++)
        if (memmem(token_at(i)->start, token_at(i)->length, text, strlen(text)))
            return true;
    return false;
}

/* Operands "n" become constants, whose values their types have. */
static void make_constants(size_t i, size_t close, const char kind[])
{
    for (int k = 0; i < close; i++) {
        if (!token_is(i, "("))
            continue;
        const size_t end = token_partner(i, 1);
        if (kind[k++] == 'n') {
            token_insert(i, "emu_ptx::__constant<");
            token_insert(end + 1, ">()");
        }
        i = end;
    }
}

/* How often the text uses operand k. */
static int uses_of(const char *text, int k)
{
    int n = 0;
    for (const char *p = text; (p = strchr(p, '%'));) {
        p++;
        n += isdigit((unsigned char)*p) && atoi(p) == k;
    }
    return n;
}

/* One operand that is only read is used twice, and another one never: the numbers may
   be wrong. */
static void warn_of_numbers(const char *text, int operands, const char kind[],
                            size_t at)
{
    int twice = -1, never = -1;
    for (int k = operands; k-- > 0;) {
        const int n = uses_of(text, k);
        twice = n > 1 && kind[k] != '=' && kind[k] != '+' ? k : twice;
        never = n == 0 ? k : never;
    }
    if (twice >= 0 && never >= 0 && !rewrite_is_for_host())
        fprintf(stderr,
                "%.*s:%d: warning: inline PTX: %%%d is used twice, and %%%d never: are "
                "the operands numbered right, from %%0 with the results on?\n",
                (int)strcspn(token_at(at)->file + 1, "\""), token_at(at)->file + 1,
                token_at(at)->line, twice, never);
}

/* Translate the strings [from, to), each instruction at its first string. */
static void translate(size_t from, size_t to, int operands, const char kind[],
                      const char reg[])
{
    char *text;
    size_t *tokens;
    struct ptx_source s = read_strings(from, to, &text, &tokens);
    struct ptx_instruction i = {0};
    s.operands = operands;
    s.kind = kind;
    s.reg = reg;
    for (size_t k = from; k < to; k++)
        drop(k);
    warn_of_numbers(text, operands, kind, from);
    for (enum ptx_item item = PTX_CODE; item != PTX_END;) {
        size_t at = s.at;
        while (at < s.length && isspace((unsigned char)s.text[at]))
            at++;
        item = ptx_next(&s, &i);
        char *cpp = ptx_emit(&s, item, &i);
        struct token *t = token_at(at < s.length ? s.token[at] : to - 1);
        char *all = text_format("%s%s", t->instead, cpp);
        free(cpp);
        free(t->instead);
        t->instead = all;
    }
    free(text);
    free(tokens);
}

static bool is_asm(size_t i)
{
    return token_is(i, "asm") || token_is(i, "__asm__") || token_is(i, "__asm");
}

/* True if a statement may begin at token i: else it is the label of a name. */
static bool begins_statement(size_t i)
{
    static const char *const before[] = {"if", "while", "for", "switch", "constexpr"};
    if (i == 0)
        return false;
    if (!token_is(i - 1, ")"))
        return strchr(";{}:", *token_at(i - 1)->start) || token_is(i - 1, "else") ||
               token_is(i - 1, "do");
    const size_t open = token_partner(i - 1, -1);
    for (size_t k = 0; open > 0 && k < sizeof before / sizeof *before; k++)
        if (token_is(open - 1, before[k]))
            return true;
    return false;
}

/* Both texts in one; frees them. */
static char *join(char *a, char *b)
{
    char *both = text_format("%s%s", a, b);
    free(a);
    free(b);
    return both;
}

bool rewrite_ptx(size_t i)
{
    size_t open = i + 1;
    if (!is_asm(i) || token_at(i)->scope == HOST || !begins_statement(i))
        return false;
    fallback = i;
    while (token_is(open, "volatile") || token_is(open, "__volatile__"))
        drop(open++);
    if (!token_is(open, "(") || !is_string(open + 1))
        token_die(i, "inline PTX: expected asm volatile(\"...\" : results : operands)");
    const size_t close = token_partner(open, 1);
    size_t behind = open + 1;
    while (is_string(behind))
        behind++;
    char kind[PTX_ARGUMENTS], reg[PTX_ARGUMENTS];
    const int operands = take_operands(behind, close, kind, reg);
    separate(behind, close);
    if (has_text(open + 1, behind, "setmaxnreg"))
        make_constants(behind, close, kind);
    translate(open + 1, behind, operands, kind, reg);
    char *names = text_format("([&](auto"), *first = text_format("");
    for (int k = 0; k < operands; k++) {
        const bool result = kind[k] == '=' || kind[k] == '+';
        names = join(names, text_format(", auto %semu_%d", result ? "&&" : "", k));
        if (strchr("hrlfd", reg[k]))
            first =
                join(first, text_format(" emu_ptx::__fits<'%c'>(emu_%d);", reg[k], k));
        if (kind[k] == '=')
            first = join(first, text_format(" emu_ptx::__forget(emu_%d);", k));
    }
    token_at(i)->instead = names;
    token_at(open)->instead =
        join(text_format(") __attribute__((always_inline)) {"), first);
    char *body = text_format("%s }(emu_ptx::__statement()%s",
                             token_at(behind - 1)->instead, operands ? ", " : "");
    free(token_at(behind - 1)->instead);
    token_at(behind - 1)->instead = body;
    token_insert(close, ")");
    return true;
}
