/* From the text of inline PTX to its instructions; ptx.h states the contract. */
#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokens.h"

static int here(const struct ptx_source *s)
{
    return s->at < s->length ? (unsigned char)s->text[s->at] : 0;
}

static void skip_space(struct ptx_source *s)
{
    while (here(s)) {
        const char *rest = s->text + s->at;
        if (isspace(here(s)))
            s->at++;
        else if (!strncmp(rest, "//", 2))
            s->at += strcspn(rest, "\n");
        else if (!strncmp(rest, "/*", 2)) {
            const char *end = strstr(rest + 2, "*/");
            if (end)
                s->at = (size_t)(end - s->text) + 2;
            else
                ptx_die(s, "inline PTX: a comment has no end");
        } else
            return;
    }
}

static bool in_word(int c)
{
    return isalnum(c) || c == '_' || c == '$' || c == '%' || c == '.' || c == ':';
}

/* A name or an opcode. ':' is a part of it only as '::'. */
static void read_word(struct ptx_source *s, char *to, size_t size)
{
    size_t n = 0;
    while (in_word(here(s))) {
        const bool twice = s->at + 1 < s->length && s->text[s->at + 1] == ':';
        if (here(s) == ':' && !twice)
            break;
        const size_t characters = here(s) == ':' ? 2 : 1;
        if (n + characters >= size)
            ptx_die(s, "inline PTX: a name is too long");
        memcpy(to + n, s->text + s->at, characters);
        n += characters;
        s->at += characters;
    }
    to[n] = 0;
}

static void forget(struct ptx_instruction *i)
{
    for (int k = 0; k < PTX_OPERANDS; k++)
        free(i->operand[k]);
    memset(i, 0, sizeof *i);
}

/* Text up to a comma or semicolon outside of brackets, without spaces. */
static char *read_operand(struct ptx_source *s)
{
    char *text = malloc(s->length - s->at + 1);
    size_t n = 0;
    int depth = 0;
    for (; here(s) && here(s) != ';'; s->at++) {
        if (here(s) == ',' && depth == 0)
            break;
        depth += strchr("[{(", here(s)) != NULL;
        depth -= strchr("]})", here(s)) != NULL;
        if (depth < 0)
            break; /* the end of a scope */
        if (text && !isspace(here(s)))
            text[n++] = (char)here(s);
    }
    if (!text) {
        fprintf(stderr, "rewrite: out of memory\n");
        exit(2);
    }
    text[n] = 0;
    return text;
}

static void read_operands(struct ptx_source *s, struct ptx_instruction *i)
{
    for (skip_space(s); here(s) && here(s) != ';'; skip_space(s)) {
        if (i->n == PTX_OPERANDS)
            ptx_die(s, "inline PTX: an instruction has too many operands");
        i->operand[i->n] = read_operand(s);
        if (!*i->operand[i->n++])
            ptx_die(s, "inline PTX: an operand is missing");
        if (here(s) == ',')
            s->at++;
    }
    if (here(s) != ';')
        ptx_die(s, "inline PTX: ';' is missing after an instruction");
    s->at++;
}

static void read_predicate(struct ptx_source *s, struct ptx_instruction *i)
{
    s->at++;
    i->negated = here(s) == '!';
    s->at += i->negated;
    read_word(s, i->predicate, sizeof i->predicate);
    skip_space(s);
}

enum ptx_item ptx_next(struct ptx_source *s, struct ptx_instruction *i)
{
    forget(i);
    for (skip_space(s); here(s) == ';'; skip_space(s))
        s->at++;
    switch (here(s)) {
    case 0:
        return PTX_END;
    case '{':
        s->at++;
        return PTX_OPEN;
    case '}':
        s->at++;
        return PTX_CLOSE;
    case '@':
        read_predicate(s, i);
    }
    read_word(s, i->opcode, sizeof i->opcode);
    if (!*i->opcode)
        ptx_die(s, text_format("inline PTX: '%c' is not expected here", here(s)));
    if (!strcmp(i->opcode, ".reg")) {
        skip_space(s);
        read_word(s, i->opcode, sizeof i->opcode);
        read_operands(s, i);
        return PTX_REGISTERS;
    }
    skip_space(s);
    if (here(s) == ':') {
        s->at++;
        return PTX_LABEL;
    }
    read_operands(s, i);
    return PTX_CODE;
}
