/* The text of a preprocessed .cu file as tokens, each with its place in the source. */
#include "rewrite.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

static struct token *tokens;
static size_t n_tokens;
static bool unrolls, libraries;

size_t token_count(void)
{
    return n_tokens;
}

struct token *token_at(size_t i)
{
    return &tokens[i];
}

bool token_unrolls(void)
{
    return unrolls;
}

bool token_libraries(void)
{
    return libraries;
}
static size_t room;

_Noreturn void token_die(size_t at, const char *what)
{
    const struct token *t = &tokens[at];
    fprintf(stderr, "%.*s:%d: error: %s\n", (int)strcspn(t->file + 1, "\""),
            t->file + 1, t->line, what);
    exit(1);
}

static void *resize(void *old, size_t bytes)
{
    void *block = realloc(old, bytes);
    if (!block) {
        fprintf(stderr, "rewrite: out of memory\n");
        exit(2);
    }
    return block;
}

char *text_format(const char *pattern, ...)
{
    va_list args;
    va_start(args, pattern);
    int n = vsnprintf(NULL, 0, pattern, args);
    va_end(args);
    char *text = resize(NULL, n + 1);
    va_start(args, pattern);
    vsnprintf(text, n + 1, pattern, args);
    va_end(args);
    return text;
}

static const char *skip_quoted(const char *p)
{
    char quote = *p++;
    while (*p && *p != quote)
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

static const char *skip_raw_string(const char *p) /* at the quote of R"x(...)x" */
{
    const char *open = strchr(p, '(');
    if (!open)
        return p + 1;
    char *close = text_format(")%.*s\"", (int)(open - p - 1), p + 1);
    const char *end = strstr(open, close);
    end = end ? end + strlen(close) : p + strlen(p);
    free(close);
    return end;
}

/* True if the name from p to end begins a raw string: R"x(...)x", u8R"(...)". */
static bool is_raw_prefix(const char *p, const char *end)
{
    static const char *const prefixes[] = {"R", "u8R", "uR", "UR", "LR"};
    for (size_t i = 0; *end == '"' && i < sizeof prefixes / sizeof *prefixes; i++)
        if ((size_t)(end - p) == strlen(prefixes[i]) &&
            !memcmp(p, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

static const char *token_end(const char *p)
{
    if (isalpha((unsigned char)*p) || *p == '_') {
        const char *end = p;
        while (isalnum((unsigned char)*end) || *end == '_' || *end == '$')
            end++;
        return is_raw_prefix(p, end) ? skip_raw_string(end) : end;
    }
    if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        while (isalnum((unsigned char)*p) || *p == '.' || *p == '\'' || *p == '_' ||
               ((*p == '+' || *p == '-') && strchr("eEpP", p[-1])))
            p++;
        return p;
    }
    if (*p == '"' || *p == '\'') {
        p = skip_quoted(p);
        if (!strncmp(p, "__", 2))
            return p; /* extern "C"__global__ */
        while (isalnum((unsigned char)*p) || *p == '_')
            p++; /* a suffix: "km"_unit */
        return p;
    }
    /* Not so in operator<<<int>(...). */
    if (!strncmp(p, "<<<", 3) && !(n_tokens && token_is(n_tokens - 1, "operator")))
        return p + 3;
    /* Some formatters write k<< <1, 2>> >(): no expression begins with <. */
    if (!strncmp(p, "<<", 2) && p[2 + strspn(p + 2, " \t")] == '<' &&
        !(n_tokens && token_is(n_tokens - 1, "operator")))
        return p + 3 + strspn(p + 2, " \t");
    if (!strncmp(p, "::", 2) || !strncmp(p, "->", 2))
        return p + 2;
    return p + 1; /* so `>>>` is three tokens: it may close templates too */
}

/* True if the directive at p is #pragma unroll. */
static bool is_unroll(const char *p)
{
    p += 1 + strspn(p + 1, " ");
    if (strncmp(p, "pragma ", 7))
        return false;
    return !strncmp(p + 7 + strspn(p + 7, " "), "unroll", 6);
}

void tokenize(const char *p, size_t bytes)
{
    const char *const text = p, *end_of_text = p + bytes, *space = p, *file = "\"?\"";
    bool user = true, library = false, line_start = true;
    int line = 1;
    while (*p) {
        if (*p == '\n') {
            line++;
            p++;
            line_start = true;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (*p == '#' && line_start) { /* a line marker, or a #pragma */
            const char *end_of_line = p + strcspn(p, "\n"), *flags;
            int number, skip = 0;
            if (sscanf(p, "# %d %n", &number, &skip) == 1 && p[skip] == '"' &&
                (flags = skip_quoted(p + skip)) <= end_of_line) {
                file = p + skip;
                line = number - 1;
                user = !memchr(flags, '3', end_of_line - flags);
                library = !user && emu_is_library(file, flags - file);
                libraries |= library;
            }
            unrolls |= is_unroll(p);
            p = end_of_line;
        } else {
            line_start = false;
            if (n_tokens + 2 > room)
                tokens = resize(tokens, (room = 2 * room + 1024) * sizeof *tokens);
            const char *end = token_end(p);
            const bool launch = end - p > 3 && !strncmp(p, "<<", 2);
            tokens[n_tokens++] = (struct token){.start = launch ? "<<<" : p,
                                                .length = launch ? 3 : end - p,
                                                .user = user,
                                                .library = library,
                                                .line = line,
                                                .file = file,
                                                .space = space,
                                                .space_length = p - space};
            if (p == space && end[-1] != '"' && p > text && p[-1] == '"')
                tokens[n_tokens - 1].before = " "; /* else it is a suffix of "C" */
            for (; p < end; p++)
                line += *p == '\n';
            space = p;
        }
    }
    if (n_tokens + 2 > room)
        tokens = resize(tokens, (room + 2) * sizeof *tokens);
    tokens[n_tokens] = (struct token){.start = p,
                                      .space = space,
                                      .space_length = p - space,
                                      .file = file,
                                      .line = line};
    if (p != end_of_text)
        token_die(n_tokens, "the source contains a byte 0");
}

bool token_is(size_t i, const char *text)
{
    return i < n_tokens && tokens[i].length == strlen(text) &&
           !memcmp(tokens[i].start, text, tokens[i].length);
}

bool token_is_name(size_t i)
{
    return i < n_tokens &&
           (isalpha((unsigned char)*tokens[i].start) || *tokens[i].start == '_');
}

char *token_text(size_t from, size_t to)
{
    size_t n = 1;
    for (size_t i = from; i < to; i++)
        n += tokens[i].length + 1;
    char *text = resize(NULL, n), *p = text;
    for (size_t i = from; i < to; i++) {
        if (i > from && tokens[i].space_length)
            *p++ = ' ';
        memcpy(p, tokens[i].start, tokens[i].length);
        p += tokens[i].length;
    }
    *p = 0;
    return text;
}

char *text_quoted(const char *text)
{
    char *result = resize(NULL, 2 * strlen(text) + 3), *p = result;
    *p++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\' || *text == '\n')
            *p++ = '\\';
        *p++ = *text == '\n' ? 'n' : *text;
    }
    strcpy(p, "\"");
    return result;
}

_Noreturn static void die_of_bracket(size_t i, const char *what)
{
    token_die(i, text_format("'%c' %s", *tokens[i].start, what));
}

/* The brackets from `from` on do not match: the first that is wrong. What a '(' or '['
   contains ends before the next '}'. */
_Noreturn static void die_unmatched(size_t from)
{
    static const char open[] = "([{", close[] = ")]}";
    size_t *const inside = resize(NULL, n_tokens * sizeof *inside);
    size_t depth = 0;
    for (size_t i = from; i < n_tokens; i++) {
        const char c = tokens[i].length == 1 ? *tokens[i].start : ' ';
        const char *const closes = strchr(close, c);
        if (strchr(open, c))
            inside[depth++] = i;
        else if (closes && depth &&
                 *tokens[inside[depth - 1]].start == open[closes - close])
            depth--;
        else if (closes && depth && *tokens[inside[depth - 1]].start != '{')
            break;
        else if (closes)
            die_of_bracket(i, "closes no bracket");
    }
    die_of_bracket(depth ? inside[depth - 1] : from, "is not closed");
}

size_t token_partner(size_t i, int step)
{
    const char *open = step > 0 ? "([{" : ")]}", *close = step > 0 ? ")]}" : "([{";
    size_t from = i;
    for (int depth = 0; i < n_tokens; i += step) {
        if (tokens[i].length == 1) {
            depth += strchr(open, *tokens[i].start) != NULL;
            depth -= strchr(close, *tokens[i].start) != NULL;
        }
        if (depth == 0)
            return i;
    }
    die_unmatched(from);
}

void token_insert(size_t i, const char *text)
{
    const char *before = tokens[i].before;
    tokens[i].before = text_format("%s%s", before ? before : "", text);
}

void token_insert_first(size_t i, const char *text)
{
    const char *before = tokens[i].before;
    tokens[i].before = text_format("%s%s", text, before ? before : "");
}
