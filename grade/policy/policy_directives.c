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

/* ---- Conditions: a kernel must not be another one where nvcc compiles it. So they may
   ask for what the submission itself defines, and what both compilers define alike. */

enum { MOST_NAMES = 512, NAME = 64 };
static char own[MOST_NAMES][NAME]; /* that the submission defines */
static int n_own;
static const char *predefined; /* names of headers and compilers, each on its line */

static bool is_listed(const char *list, const char *word)
{
    const size_t n = strlen(word);

    for (; *list; list += strcspn(list, "\n"), list += *list == '\n')
        if (!strncmp(list, word, n) && (list[n] == '\n' || list[n] == '\0'))
            return true;
    return false;
}

static bool is_own(const char *word)
{
    for (int i = 0; i < n_own; i++)
        if (strcmp(own[i], word) == 0)
            return *word != '_' && strncmp(word, "EMU", 3) != 0 &&
                   strncmp(word, "CU", 2) != 0 && strncmp(word, "cuda", 4) != 0 &&
                   !is_listed(predefined, word);
    return false;
}

static bool is_same_for_both(const char *word)
{
    static const char *const names[] = {"defined",
                                        "true",
                                        "false",
                                        "and",
                                        "or",
                                        "not",
                                        "__CUDA_ARCH__",
                                        "__CUDACC__",
                                        "__NVCC__",
                                        "__cplusplus",
                                        "CUDART_VERSION",
                                        "__CUDACC_VER_MAJOR__",
                                        "NDEBUG",
                                        "DEBUG",
                                        "__CUDACC_VER_MINOR__",
                                        "INT_MAX"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], word) == 0)
            return true;
    return false;
}

static void judge_condition(const char *source, struct reader *r)
{
    const int line = r->line;
    char word[NAME];

    for (;;) {
        skip_blanks(r);
        const char c = peek(r);

        if (c == '\0' || c == '\n')
            return;
        if (c == '/') {
            struct reader ahead = *r;

            take(&ahead);
            if (peek(&ahead) == '/')
                return;
        }
        if (!in_name(c)) {
            take(r);
            continue;
        }
        take_word(r, word, sizeof word);
        if (!isdigit((unsigned char)*word) && !is_own(word) && !is_same_for_both(word))
            policy_forbid(source, line,
                          "a condition on %s: it may ask only for names that the file "
                          "itself defines, and no header or compiler does",
                          word);
    }
}

static bool is_condition(const char *word)
{
    return !strcmp(word, "if") || !strcmp(word, "ifdef") || !strcmp(word, "ifndef") ||
           !strcmp(word, "elif") || !strcmp(word, "elifdef") ||
           !strcmp(word, "elifndef");
}

/* After #define. */
static void note_own(const char *source, struct reader *r)
{
    char word[NAME];

    skip_blanks(r);
    take_word(r, word, sizeof word);
    for (int i = 0; i < n_own; i++)
        if (strcmp(own[i], word) == 0)
            return;
    if (n_own == MOST_NAMES)
        policy_forbid(source, r->line, "more than %d macros", MOST_NAMES);
    strcpy(own[n_own++], word);
}

/* After the # of a directive. The first time macros are noted, since a condition may
   come before its macro; then all else is judged. */
static void judge_directive(const char *source, struct reader *r, bool first)
{
    static const char *const allowed[] = {
        "",     "include", "define", "undef",   "if",     "ifdef",   "ifndef",  "elif",
        "else", "endif",   "error",  "warning", "pragma", "elifdef", "elifndef"};
    const int line = r->line;
    char word[64];

    skip_blanks(r);
    take_word(r, word, sizeof word);
    if (first) {
        if (strcmp(word, "define") == 0)
            note_own(source, r);
        return;
    }
    judge_angles(source, *r);
    if (is_condition(word))
        judge_condition(source, r);
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

static void read_directives(const char *source, const char *text, bool first)
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
            judge_directive(source, &r, first);
            line_start = false;
        } else {
            take(&r);
            line_start = c == '\n' || (line_start && isspace((unsigned char)c));
        }
    }
}

void policy_directives(const char *source, const char *text, const char *list)
{
    predefined = list;
    read_directives(source, text, true);
    read_directives(source, text, false);
}
