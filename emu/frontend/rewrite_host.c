/* Functions of the program that only the host can call: those without __device__. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* The program's functions, by name and by the namespace or class that declares them.
   Functions of the same name there are one entry. */
static struct function {
    size_t name;        /* a token */
    size_t open, close; /* the braces of its namespace or class: tokens */
    bool device;        /* kernels may call one of them */
    int bodies;
} * functions;
static size_t n_functions, room;

/* The innermost namespace or class around the current token. */
static struct scope {
    size_t open, close;
} scopes[64];
static int depth;

static bool is_around(const struct function *f, size_t i)
{
    return f->open <= i && i < f->close;
}

/* Make room for one more function, at token i. */
static void make_room(size_t i)
{
    const size_t more = 2 * room + 64;
    struct function *larger;
    if (n_functions < room)
        return;
    larger = realloc(functions, more * sizeof *functions);
    if (!larger)
        token_die(i, "not enough memory for so many functions");
    functions = larger;
    room = more;
}

static void note(size_t i, bool device, bool body)
{
    const struct scope *s = &scopes[depth];
    for (size_t k = 0; k < n_functions; k++)
        if (functions[k].open == s->open && rewrite_same_text(functions[k].name, i)) {
            functions[k].device |= device;
            functions[k].bodies += body;
            return;
        }
    make_room(i);
    functions[n_functions++] = (struct function){i, s->open, s->close, device, body};
}

/* The function with the name at i, from the innermost namespace or class around it that
   has one. NULL if there is none. */
static const struct function *find(size_t i)
{
    const struct function *found = NULL;
    for (const struct function *f = functions; f < functions + n_functions; f++)
        if (is_around(f, i) && rewrite_same_text(f->name, i) &&
            (!found || f->open > found->open))
            found = f;
    return found;
}

bool rewrite_is_own_function(size_t i)
{
    for (size_t f = 0; f < n_functions; f++)
        if (rewrite_same_text(functions[f].name, i))
            return true;
    return false;
}

bool rewrite_is_overloaded(size_t i)
{
    int bodies = 0;
    for (size_t f = 0; f < n_functions; f++)
        if (rewrite_same_text(functions[f].name, i))
            bodies += functions[f].bodies;
    return bodies > 1;
}

/* True if CUDA has a function of the name at i, too, such as max(). The program's own
   function, for other types, does not hide it. */
static bool is_library_function(size_t i)
{
    for (size_t k = 0; k + 1 < token_count(); k++) {
        const struct token *t = token_at(k);
        if (t->user || !token_is(k + 1, "(") || !rewrite_same_text(k, i))
            continue;
        const int n = strcspn(t->file + 1, "\"");
        char *file = text_format("%.*s", n, t->file + 1);
        const bool found =
            strstr(file, "/emu_") || strstr(file, "math") || strstr(file, "std_abs");
        free(file);
        if (found)
            return true;
    }
    return false;
}

/* True if the declaration of the name at i allows calls by kernels. */
static bool says_device(size_t i)
{
    for (; i > 0 && !token_is(i - 1, ";") && !token_is(i - 1, "{") &&
           !token_is(i - 1, "}") && !token_is(i - 1, ":");
         i--)
        if (token_is(i - 1, "__device__") || token_is(i - 1, "__global__") ||
            token_is(i - 1, "constexpr"))
            return true;
    return false;
}

/* True if a type may end with token i. */
static bool ends_type(size_t i)
{
    return token_is(i, "*") || token_is(i, "&") || token_is(i, ">") ||
           (token_is_name(i) && !token_is(i, "return") && !token_is(i, "else") &&
            !token_is(i, "do") && !token_is(i, "case") && !token_is(i, "new"));
}

/* True if token i can be a function's name: not a keyword or an attribute. */
static bool is_plain_name(size_t i)
{
    static const char *const others[] = {
        "if",        "for",      "while",   "switch", "catch",
        "constexpr", "decltype", "alignas", "sizeof", "static_assert"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (token_is(i, others[k]))
            return false;
    return token_is_name(i) && strncmp(token_at(i)->start, "__", 2) &&
           !token_is(i - 1, "operator");
}

/* Token i opens or closes a namespace or a class. */
static void follow_scopes(size_t i)
{
    if (token_is(i, "{") && depth + 1 < (int)(sizeof scopes / sizeof *scopes))
        scopes[++depth] = (struct scope){i, token_partner(i, 1)};
    while (depth > 0 && scopes[depth].close <= i)
        depth--;
}

void rewrite_find_functions(void)
{
    scopes[0] = (struct scope){0, token_count()};
    for (size_t i = 1; i < token_count(); i++) {
        follow_scopes(i);
        if (!token_at(i)->user || !token_is(i + 1, "(") || !is_plain_name(i) ||
            !ends_type(i - 1))
            continue;
        size_t end = token_partner(i + 1, 1) + 1;
        while (token_is(end, "const") || token_is(end, "noexcept"))
            end++;
        bool body = token_is(end, "{");
        if (body || says_device(i))
            note(i, says_device(i), body);
        i = body ? token_partner(end, 1) : end - 1;
    }
}

bool rewrite_is_device_function(size_t i)
{
    const struct function *f = find(i);
    return f && f->device;
}

/* True if the function around token i, in a kernel, declares its name: as a parameter
   or a variable, such as a lambda. */
static bool is_local(size_t i)
{
    size_t k = i;
    while (k > 0 && token_at(k - 1)->scope != HOST)
        k--;
    while (k > 0 && !token_is(k - 1, ";") && !token_is(k - 1, "}"))
        k--;
    for (; k + 1 < i; k++)
        if (token_at(k + 1)->length == token_at(i)->length &&
            !memcmp(token_at(k + 1)->start, token_at(i)->start, token_at(i)->length) &&
            ends_type(k))
            return true;
    return false;
}

/* True if the name at i, before a bracket, is a variable: dim3 grid(4); */
static bool is_declared(size_t i)
{
    return i > 0 && token_is_name(i - 1) && ends_type(i - 1);
}

void rewrite_host_call(size_t i)
{
    const struct function *f = find(i);
    if (!f || f->device || !token_is(i + 1, "(") || is_local(i) || is_declared(i) ||
        (i > 0 &&
         (token_is(i - 1, ".") || token_is(i - 1, "->") || token_is(i - 1, "::"))))
        return;
    if (f->open == 0 && is_library_function(i))
        return;
    token_die(i, text_format("%.*s() is a host function, and a kernel cannot call it: "
                             "write __device__ before it",
                             (int)token_at(i)->length, token_at(i)->start));
}
