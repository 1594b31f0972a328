/* The preprocessing directives of a submission; policy.h has the contract. */
#include "grade/policy/policy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The characters of the text, after lines are joined as in g++. */
struct reader {
    const char *at;
    int line;
};

/* Skip every "backslash, blanks, end of line" at r->at. */
static void join_lines(struct reader *r)
{
    while (*r->at == '\\') {
        const size_t blanks = strspn(r->at + 1, " \t\f\v\r");

        if (r->at[1 + blanks] != '\n')
            return;
        r->at += blanks + 2;
        r->line++;
    }
}

static char peek(struct reader *r)
{
    join_lines(r);
    return *r->at;
}

static char take(struct reader *r)
{
    const char c = peek(r);

    r->line += c == '\n';
    r->at += c != '\0';
    return c;
}

/* Skip the rest of a comment after its /. */
static void skip_comment(struct reader *r, bool block)
{
    char before = ' ', c;

    if (block)
        take(r); /* the star */
    while ((c = peek(r)) != '\0' && !(!block && c == '\n')) {
        take(r);
        if (block && before == '*' && c == '/')
            return;
        before = c;
    }
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* Skip a string or character from its opening quote to its end, or the line's end. A
   suffix, as in "km"_unit, belongs to it. */
static void skip_quoted(struct reader *r)
{
    const char quote = take(r);
    char c;

    while ((c = peek(r)) != '\0' && c != '\n') {
        take(r);
        if (c == '\\')
            take(r);
        if (c != quote)
            continue;
        while (in_name(peek(r)))
            take(r);
        return;
    }
}

/* Skip a raw string from its quote on, R"x(...)x": lines are not joined in it. */
static void skip_raw(struct reader *r)
{
    const char *open = strchr(r->at, '('), *end;
    char close[24];
    size_t n = open ? (size_t)(open - r->at - 1) : sizeof close;

    if (n > 16) { /* g++ refuses it */
        skip_quoted(r);
        return;
    }
    close[0] = ')';
    memcpy(close + 1, r->at + 1, n);
    strcpy(close + 1 + n, "\"");
    end = strstr(open, close);
    end = end ? end + strlen(close) : open + strlen(open);
    for (; r->at < end; r->at++)
        r->line += *r->at == '\n';
}

/* A name or number; true if it is the prefix of a raw string. */
static bool take_word(struct reader *r, char *word, size_t size)
{
    size_t n = 0;
    char c;

    while (in_name(c = peek(r)) || (c == '\'' && n && isdigit((unsigned char)*word))) {
        take(r);
        if (n + 1 < size)
            word[n++] = c;
    }
    word[n] = '\0';
    return *r->at == '"' &&
           (!strcmp(word, "R") || !strcmp(word, "LR") || !strcmp(word, "uR") ||
            !strcmp(word, "UR") || !strcmp(word, "u8R"));
}

/* Blanks and comments of one line. */
static void skip_blanks(struct reader *r)
{
    for (;;) {
        const char c = peek(r);
        struct reader ahead = *r;

        if (c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r') {
            take(r);
            continue;
        }
        if (c != '/')
            return;
        take(&ahead);
        if (peek(&ahead) != '*')
            return;
        *r = ahead;
        skip_comment(r, true);
    }
}

bool policy_is_pragma_allowed(const char *text)
{
    static const char *const allowed[] = {
        "unroll",         "nounroll",           "once",   "nv_",
        "nvcc",           "hd_warning_disable", "diag_",  "warning",
        "GCC diagnostic", "GCC unroll",         "region", "endregion"};

    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (!strncmp(text, allowed[i], strlen(allowed[i])))
            return true;
    return false;
}

/* The name of a header, <vector>, may contain anything. Text in it that looks like a
   comment or a string is none, and would hide the rest from this reader. */
static void judge_angles(const char *source, struct reader r)
{
    bool open = false;
    char before = ' ', c;

    for (; (c = peek(&r)) != '\0' && c != '\n'; before = c) {
        take(&r);
        open = (open || c == '<') && c != '>';
        if (open &&
            (c == '"' || c == '\'' || (before == '/' && (c == '*' || c == '/'))))
            policy_forbid(source, r.line,
                          "a comment or string within <> of a directive");
    }
}

/* After the # of a directive. */
static void judge_directive(const char *source, struct reader *r)
{
    static const char *const allowed[] = {
        "",     "include", "define", "undef",   "if",     "ifdef",   "ifndef",  "elif",
        "else", "endif",   "error",  "warning", "pragma", "elifdef", "elifndef"};
    const int line = r->line;
    char word[64];

    skip_blanks(r);
    take_word(r, word, sizeof word);
    judge_angles(source, *r);
    if (strcmp(word, "pragma") == 0) {
        skip_blanks(r);
        if (!policy_is_pragma_allowed(r->at))
            policy_forbid(source, line, "#pragma %.*s", (int)strcspn(r->at, "\r\n"),
                          r->at);
    }
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strcmp(word, allowed[i]) == 0)
            return;
    if (strcmp(word, "line") == 0 || isdigit((unsigned char)*word))
        policy_forbid(source, line, "#line: lines must be where they are");
    policy_forbid(source, line, "the directive #%s", word);
}

void policy_directives(const char *source, const char *text)
{
    struct reader r = {text, 1};
    bool line_start = true;
    char c, word[64];

    if (!strncmp(text, "\357\273\277", 3)) /* a byte order mark */
        r.at += 3;
    while ((c = peek(&r)) != '\0') {
        struct reader ahead = r;

        take(&ahead);
        if (c == '/' && (peek(&ahead) == '/' || peek(&ahead) == '*')) {
            const bool block = peek(&ahead) == '*';

            r = ahead;
            skip_comment(&r, block);
        } else if (c == '"' || c == '\'') {
            skip_quoted(&r);
            line_start = false;
        } else if (in_name(c)) {
            if (take_word(&r, word, sizeof word))
                skip_raw(&r);
            line_start = false;
        } else if (line_start && (c == '#' || (c == '%' && peek(&ahead) == ':'))) {
            take(&r);
            if (c == '%')
                take(&r);
            judge_directive(source, &r);
            line_start = false;
        } else {
            take(&r);
            line_start = c == '\n' || (line_start && isspace((unsigned char)c));
        }
    }
}
