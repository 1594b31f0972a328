/* Functions of the program that only the host can call: those without __device__. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* The program's functions by name; those of one name are one. */
static struct function {
    size_t name; /* a token */
    bool device; /* one of them may be called in kernels */
} * functions;
static size_t n_functions, room;

static struct function *find(size_t i)
{
    for (size_t f = 0; f < n_functions; f++) {
        const struct token *t = token_at(functions[f].name);
        if (t->length == token_at(i)->length &&
            !memcmp(t->start, token_at(i)->start, t->length))
            return &functions[f];
    }
    return NULL;
}

static void note(size_t i, bool device)
{
    struct function *f = find(i);
    if (!f && n_functions == room) {
        struct function *larger =
            realloc(functions, (room = 2 * room + 64) * sizeof *functions);
        if (!larger)
            token_die(i, "not enough memory for so many functions");
        functions = larger;
    }
    if (!f) {
        f = &functions[n_functions++];
        *f = (struct function){.name = i};
    }
    f->device |= device;
}

/* Whether the declaration of the name at i says that kernels may call it. */
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

/* Whether a type may end with token i. */
static bool ends_type(size_t i)
{
    return token_is(i, "*") || token_is(i, "&") || token_is(i, ">") ||
           (token_is_name(i) && !token_is(i, "return") && !token_is(i, "else") &&
            !token_is(i, "do") && !token_is(i, "case") && !token_is(i, "new"));
}

/* Whether token i can be a function's name: no keyword, no attribute. */
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

void rewrite_find_functions(void)
{
    for (size_t i = 1; i < token_count(); i++) {
        if (!token_at(i)->user || !token_is(i + 1, "(") || !is_plain_name(i) ||
            !ends_type(i - 1))
            continue;
        size_t end = token_partner(i + 1, 1) + 1;
        while (token_is(end, "const") || token_is(end, "noexcept"))
            end++;
        bool body = token_is(end, "{");
        if (body || says_device(i))
            note(i, says_device(i));
        i = body ? token_partner(end, 1) : end - 1;
    }
}

bool rewrite_is_device_function(size_t i)
{
    const struct function *f = find(i);
    return f && f->device;
}

/* Whether the name at i, in a kernel, is one that its function declares: a parameter or
   a variable, such as a lambda. */
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

/* Whether the name at i, before a bracket, is that of a variable: dim3 grid(4); */
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
    token_die(i, text_format("%.*s() is a host function, and a kernel cannot call it: "
                             "write __device__ before it",
                             (int)token_at(i)->length, token_at(i)->start));
}
