/*
 * rewrite: CUDA C to C++. Reads a preprocessed .cu file, writes what g++ can compile;
 * every line stays where it was, so that messages and debug lines are the .cu file's.
 *
 *   k<<<g, b>>>(x, y)           ->  emu_launcher(emu_config{dim3(g), dim3(b)}, "k",
 * ...)(x, y)
 *   __shared__ float As[9];     ->  static __thread float As[9];    one per OS thread,
 *                                   and an OS thread runs one block at a time
 *   extern __shared__ int s[];  ->  extern __thread int s[]
 * __asm__("emu_shared_dynamic");
 *   __device__ int v;           ->  a variable in a section of its own
 *
 * Exit status 1, with file and line on stderr, for what cannot be rewritten.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct token {
    const char *start;
    size_t length;
    bool user;         /* not from a system header */
    int line;          /* in `file` */
    const char *file;  /* quoted, as in the line marker */
    const char *space; /* white space and line markers before it */
    size_t space_length;
    char *before;  /* text to put before it, or NULL */
    char *instead; /* text to put in its place, or NULL */
};

static struct token *tokens;
static size_t n_tokens, room;

static void die(size_t at, const char *what)
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

static char *format(const char *pattern, ...)
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

/* ---- Tokens. */

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
    char *close = format(")%.*s\"", (int)(open - p - 1), p + 1);
    const char *end = strstr(open, close);
    end = end ? end + strlen(close) : p + strlen(p);
    free(close);
    return end;
}

static const char *token_end(const char *p)
{
    if (isalpha((unsigned char)*p) || *p == '_') {
        const char *end = p;
        while (isalnum((unsigned char)*end) || *end == '_' || *end == '$')
            end++;
        if (*end == '"' && end[-1] == 'R')
            return skip_raw_string(end);
        return end;
    }
    if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        while (isalnum((unsigned char)*p) || *p == '.' || *p == '\'' || *p == '_' ||
               ((*p == '+' || *p == '-') && strchr("eEpP", p[-1])))
            p++;
        return p;
    }
    if (*p == '"' || *p == '\'')
        return skip_quoted(p);
    if (!strncmp(p, "<<<", 3))
        return p + 3;
    if (!strncmp(p, "::", 2) || !strncmp(p, "->", 2))
        return p + 2;
    return p + 1; /* so `>>>` is three tokens: it may close templates too */
}

static void tokenize(const char *p)
{
    const char *space = p, *file = "\"?\"";
    bool user = true, line_start = true;
    int line = 1;
    while (*p) {
        if (*p == '\n') {
            line++;
            p++;
            line_start = true;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if (*p == '#' && line_start) { /* a line marker, or a #pragma */
            int number, skip = 0;
            if (sscanf(p, "# %d %n", &number, &skip) == 1 && p[skip] == '"') {
                file = p + skip;
                const char *flags = skip_quoted(file);
                line = number - 1;
                user = !memchr(flags, '3', strcspn(flags, "\n"));
            }
            p += strcspn(p, "\n");
        } else {
            line_start = false;
            if (n_tokens + 2 > room)
                tokens = resize(tokens, (room = 2 * room + 1024) * sizeof *tokens);
            const char *end = token_end(p);
            tokens[n_tokens++] = (struct token){.start = p,
                                                .length = end - p,
                                                .user = user,
                                                .line = line,
                                                .file = file,
                                                .space = space,
                                                .space_length = p - space};
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
}

static bool is(size_t i, const char *text)
{
    return i < n_tokens && tokens[i].length == strlen(text) &&
           !memcmp(tokens[i].start, text, tokens[i].length);
}

static bool is_name(size_t i)
{
    return i < n_tokens &&
           (isalpha((unsigned char)*tokens[i].start) || *tokens[i].start == '_');
}

/* The source text of tokens [from, to), on one line. */
static char *text_of(size_t from, size_t to)
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

static char *quoted(const char *text)
{
    char *result = resize(NULL, 2 * strlen(text) + 3), *p = result;
    *p++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *p++ = '\\';
        *p++ = *text;
    }
    strcpy(p, "\"");
    return result;
}

/* From the bracket at `i` to its partner, in direction step (1 or -1). */
static size_t partner(size_t i, int step)
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
    die(from, "bracket without a partner");
    return 0;
}

/* ---- Launches. */

/* The first token of the kernel expression that ends just before token `end`: a name
   with :: and <...>, or something in brackets. */
static size_t kernel_start(size_t end)
{
    size_t i = end - 1;
    if (is(i, ">")) { /* k<int, f<3>>: back to the < that opens it */
        int depth = 0;
        for (;; i--) {
            if (is(i, ">"))
                depth++;
            else if (is(i, ")") || is(i, "]"))
                i = partner(i, -1);
            else if (is(i, "<") && --depth == 0)
                break;
            if (i == 0)
                die(end, "launch without a kernel before '<<<'");
        }
        i--;
    }
    while (is(i, ")") || is(i, "]")) {
        i = partner(i, -1);
        if (i > 0 && (is_name(i - 1) || is(i - 1, ")") || is(i - 1, "]")))
            i--;
        else
            return i;
    }
    if (!is_name(i))
        die(end, "launch without a kernel before '<<<'");
    while (i > 1 && (is(i - 1, "::") || is(i - 1, ".") || is(i - 1, "->"))) {
        if (!is_name(i - 2))
            return i - 1;
        i -= 2;
    }
    return i;
}

static bool closes_launch(size_t i)
{
    return is(i, ">") && is(i + 1, ">") && is(i + 2, ">") && is(i + 3, "(") &&
           !tokens[i + 1].space_length && !tokens[i + 2].space_length;
}

static void rewrite_launch(size_t at)
{
    size_t kernel = kernel_start(at), i = at + 1, part = i;
    const char *wrap[] = {"dim3(", "dim3(", "(size_t)(", "(void *)("};
    int parts = 0;
    for (;; i++) {
        if (i >= n_tokens)
            die(at, "'<<<' without '>>>('");
        if (is(i, "(") || is(i, "[") || is(i, "{")) {
            i = partner(i, 1);
        } else if (is(i, ",") || closes_launch(i)) {
            if (i == part || parts == 4)
                die(at,
                    "'<<<' takes grid, block and, if wanted, shared bytes and stream");
            tokens[part].before = format("%s", wrap[parts++]);
            tokens[i].before = format(")");
            part = i + 1;
            if (!is(i, ","))
                break;
        }
    }
    if (parts < 2)
        die(at, "'<<<' takes at least a grid and a block");
    size_t open = i + 3, close = partner(open, 1);
    char *name = text_of(kernel, at), *arguments = text_of(open + 1, close);
    char *name_text = quoted(name), *arguments_text = quoted(arguments);
    for (size_t k = kernel; k <= at; k++)
        tokens[k].instead = format("");
    tokens[kernel].before = format("emu_launcher(emu_config{");
    tokens[i].instead =
        format("%s}, %s, %s, [&](auto... emu_a) { return [=]() "
               "__attribute__((no_sanitize(\"thread\"))) { %s(emu_a...); }; })",
               parts == 2   ? ", 0, nullptr"
               : parts == 3 ? ", nullptr"
                            : "",
               name_text, arguments_text, name);
    tokens[i + 1].instead = format("");
    tokens[i + 2].instead = format("");
    free(name);
    free(arguments);
    free(name_text);
    free(arguments_text);
}

/* ---- Qualifiers. */

/* Whether token i is inside a function's braces, not only a namespace's. */
static bool in_function(size_t i)
{
    for (size_t k = 0; k < i; k++) {
        bool scope = k > 0 && (*tokens[k - 1].start == '"' || is(k - 1, "namespace") ||
                               (k > 1 && is(k - 2, "namespace")));
        if (!is(k, "{") || scope)
            continue;
        size_t close = partner(k, 1);
        if (close > i)
            return true;
        k = close;
    }
    return false;
}

static void rewrite_shared(size_t i)
{
    size_t first = i;
    while (first > 0 && is_name(first - 1) && !is(first - 1, "extern"))
        first--;
    bool external = (first > 0 && is(first - 1, "extern")) || is(i + 1, "extern");
    if (!external) {
        bool is_static = (i > 0 && is(i - 1, "static")) || is(i + 1, "static");
        tokens[i].instead = format("%s__thread __attribute__((aligned(128)))",
                                   is_static ? "" : "static ");
        return;
    }
    size_t open = i, end = i;
    while (end < n_tokens && !is(end, ";"))
        end++;
    while (open < end && !(is(open, "[") && is(open + 1, "]")))
        open++;
    if (open == end || !is_name(open - 1))
        die(i, "'extern __shared__' needs an array without a size: T name[];");
    if (!in_function(i)) {
        tokens[i].instead = format("__thread");
        tokens[open + 2].before = format(" __asm__(\"emu_shared_dynamic\")");
        return;
    }
    /* T (&name)[] = *(T (*)[])emu_shared_dynamic; all on the line of the first token */
    char *type = format("");
    for (size_t k = first > 0 ? first - 1 : first; k < open - 1; k++) {
        if (is(k, "__align__") || is(k, "alignas"))
            k = partner(k + 1, 1);
        else if (k != i && !is(k, "extern"))
            type = format("%s%.*s ", type, (int)tokens[k].length, tokens[k].start);
    }
    char *name = text_of(open - 1, open), *dimensions = text_of(open, end);
    for (size_t k = first > 0 ? first - 1 : first; k < end; k++)
        tokens[k].instead = format("");
    tokens[i].instead = format("%s(&%s)%s = *(%s(*)%s)emu_shared_dynamic", type, name,
                               dimensions, type, dimensions);
}

/* A variable, if no parenthesis of parameters comes before its end. */
static void rewrite_device(size_t i)
{
    bool constant = is(i, "__constant__"), read_only = false;
    size_t k = i + 1;
    for (; k < n_tokens; k++) {
        if (is(k, ";") || is(k, "=") || is(k, "[") || is(k, "{"))
            break;
        if (is(k, "const") || is(k, "constexpr"))
            read_only = true;
        if (is(k, "(")) {
            bool attribute = is(k - 1, "__align__") || is(k - 1, "__attribute__") ||
                             is(k - 1, "alignas") || is(k - 1, "__launch_bounds__") ||
                             is(k - 1, "decltype");
            if (!attribute)
                break;
            k = partner(k, 1);
        }
    }
    bool function = is(k, "(") || is(k - 1, "operator") || is(k - 2, "operator");
    if (function)
        tokens[i].instead = format("");
    else if (!(i > 0 && (is(i - 1, "__device__") || is(i - 1, "__constant__"))))
        tokens[i].instead =
            format("__attribute__((section(\"emu_%s\")))", read_only  ? "const"
                                                           : constant ? "constant"
                                                                      : "device");
    else
        tokens[i].instead = format("");
}

static const struct {
    const char *name, *instead;
} builtins[] = {{"threadIdx", "emu_unpack(emu_thread_idx())"},
                {"blockIdx", "emu_unpack(emu_block_idx())"},
                {"blockDim", "emu_unpack(emu_block_dim())"},
                {"gridDim", "emu_unpack(emu_grid_dim())"},
                {"warpSize", "32"}};

static void rewrite_token(size_t i)
{
    bool member = i > 0 && (is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::"));
    for (size_t b = 0; b < sizeof builtins / sizeof *builtins; b++)
        if (is(i, builtins[b].name) && !member)
            tokens[i].instead = format("%s", builtins[b].instead);
    if (is(i, "<<<"))
        rewrite_launch(i);
    /* flatten: a struct that a call takes or returns in memory is not watched, but once
       the call is inlined it is. */
    else if (is(i, "__global__"))
        tokens[i].instead = format("__attribute__((noinline, noclone, flatten))");
    else if (is(i, "__device__") || is(i, "__constant__"))
        rewrite_device(i);
    else if (is(i, "__shared__"))
        rewrite_shared(i);
    else if (is(i, "__host__"))
        tokens[i].instead = format("");
    else if (is(i, "__forceinline__"))
        tokens[i].instead = format("__inline__ __attribute__((always_inline))");
    else if (is(i, "__noinline__") && !(i > 0 && is(i - 1, "(")))
        tokens[i].instead = format("");
    else if (is(i, "__align__") && is(i + 1, "(")) {
        tokens[i].instead = format("__attribute__((aligned");
        tokens[partner(i + 1, 1) + 1].before = format("))");
    } else if (is(i, "__launch_bounds__") && is(i + 1, "(")) {
        for (size_t end = partner(i + 1, 1); i <= end; i++)
            tokens[i].instead = format("");
    } else if (is(i, "asm") || is(i, "__asm__"))
        die(i, "inline PTX ('asm') is not supported by the emulator; use the CUDA C "
               "intrinsic, or build for a GPU");
}

static char *read_all(FILE *in)
{
    size_t n = 0, size = 1 << 16;
    char *text = resize(NULL, size);
    for (size_t got; (got = fread(text + n, 1, size - n - 1, in)) > 0;) {
        n += got;
        if (n + 1 == size)
            text = resize(text, size *= 2);
    }
    text[n] = 0;
    return text;
}

int main(void)
{
    tokenize(read_all(stdin));
    for (size_t i = 0; i < n_tokens; i++)
        if (tokens[i].user && !tokens[i].instead)
            rewrite_token(i);
    for (size_t i = 0; i <= n_tokens; i++) {
        const struct token *t = &tokens[i];
        fwrite(t->space, 1, t->space_length, stdout);
        if (t->before)
            fputs(t->before, stdout);
        if (t->instead)
            fputs(t->instead, stdout);
        else
            fwrite(t->start, 1, t->length, stdout);
    }
    return fflush(stdout) || ferror(stdout);
}
