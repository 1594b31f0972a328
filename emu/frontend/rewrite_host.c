/* The functions of the program, and the marks of those that only the host can call. */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/* The program's functions, by name and by the namespace or class that declares them.
   Functions of the same name there are one entry. */
static struct function {
    size_t name;        /* a token */
    size_t open, close; /* the braces of its namespace or class: tokens */
    bool device;        /* kernels may call one of them */
    bool host;          /* the host may */
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

static void note(size_t i, bool device, bool host, bool body)
{
    const struct scope *s = &scopes[depth];
    for (size_t k = 0; k < n_functions; k++)
        if (functions[k].open == s->open && rewrite_same_text(functions[k].name, i)) {
            functions[k].device |= device;
            functions[k].host |= host;
            functions[k].bodies += body;
            return;
        }
    make_room(i);
    functions[n_functions++] =
        (struct function){i, s->open, s->close, device, host, body};
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
        if (rewrite_same_text(functions[f].name, i) &&
            (functions[f].bodies || functions[f].device))
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

/* True if a variable, such as a pointer to a kernel, may have the name at i: other
   tokens of that name are where a declaration has a name. */
static bool may_be_variable(size_t i)
{
    for (size_t k = 1; k < token_count(); k++)
        if (token_at(k)->user && rewrite_same_text(k, i) &&
            (token_is_name(k - 1) || token_is(k - 1, "*") || token_is(k - 1, "&")) &&
            (token_is(k + 1, ",") || token_is(k + 1, ")") || token_is(k + 1, "=") ||
             token_is(k + 1, ";") || token_is(k + 1, "{") || token_is(k + 1, "[")))
            return true;
    return false;
}

bool rewrite_is_for_host_alone(size_t i)
{
    const struct function *f = find(i);
    return f && f->bodies && !f->device && !may_be_variable(i);
}

/* True if a declaration of tokens [first, end) has this word. */
static bool says(size_t first, size_t end, const char *word)
{
    for (size_t k = first; k < end; k++)
        if (token_is(k, word))
            return true;
    return false;
}

static bool says_device(size_t first, size_t end)
{
    return says(first, end, "__device__") || says(first, end, "__global__") ||
           says(first, end, "constexpr") || says(first, end, "consteval");
}

/* True if the host may call the function of this declaration; a kernel it launches. */
static bool is_for_host(size_t first, size_t end)
{
    return !says(first, end, "__device__") || says(first, end, "__host__") ||
           says(first, end, "constexpr") || says(first, end, "consteval");
}

/* Functions of the host: where the declaration and the body begin. */
static struct body {
    size_t first, open;
} * host_bodies;
static size_t n_host_bodies;

/* What a function that only the host may call begins with: see assembler.h. */
#define HOST_MARK "__attribute__((noipa, aligned(64))) "

/* The function with the body at `open` and no device qualifier. always_inline would
   contradict noipa. */
static void mark_host(size_t first, size_t open)
{
    if (n_host_bodies % 256 == 0) {
        host_bodies = realloc(host_bodies, (n_host_bodies + 256) * sizeof *host_bodies);
        if (!host_bodies)
            token_die(first, "not enough memory for so many functions");
    }
    if (token_at(first)->user)
        host_bodies[n_host_bodies++] = (struct body){first, open};
    if (!token_at(first)->user || says(first, open, "requires") ||
        says(first, open, "always_inline") || says(first, open, "__always_inline__"))
        return;
    for (size_t k = first; k < open; k++)
        if (token_is(k, "__forceinline__"))
            token_at(k)->instead = text_format("inline");
    token_insert_first(first, HOST_MARK);
}

/* The token after template arguments or parameters, whose < is token i; i + 1 if it is
   no such bracket. */
static size_t behind_angles(size_t i)
{
    enum {
        LONG = 128
    }; /* tokens: more are no arguments, so that many < take no time */
    int angles = 0;
    for (size_t k = i; k < token_count() && k < i + LONG; k++) {
        const char c = token_at(k)->length == 1 ? *token_at(k)->start : ' ';
        angles += (c == '<' && !token_is(k + 1, "=")) - (c == '>');
        if (angles == 0)
            return k + 1;
        if (c == ';' || c == '}')
            break;
        if (c == '(' || c == '[' || c == '{')
            k = token_partner(k, 1);
    }
    return i + 1;
}

/* The token after what may come before a declaration's first word. */
static size_t behind_prefix(size_t i)
{
    for (;;)
        if (token_is(i, "template") && token_is(i + 1, "<"))
            i = behind_angles(i + 1);
        else if (token_is(i, "template"))
            i++;
        else if (token_is(i, "extern") && i + 1 < token_count() &&
                 *token_at(i + 1)->start == '"')
            i += 2;
        else if (token_is(i, "[") && token_is(i + 1, "["))
            i = token_partner(i, 1) + 1;
        else
            return i;
}

/* True if the ( at token i has no parameters, but what an attribute takes. */
static bool is_attribute(size_t i)
{
    static const char *const words[] = {"alignas", "decltype", "noexcept", "explicit",
                                        "throw"};
    if (i == 0 || !strncmp(token_at(i - 1)->start, "__", 2))
        return true;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (token_is(i - 1, words[k]))
            return true;
    return false;
}

/* Note the function, if there is one, that is declared at namespace or class scope from
   token i on, and mark it. The token where the next declaration begins: in the braces
   of a namespace or class, or after the declaration. */
static size_t declaration(size_t i)
{
    const size_t first = behind_prefix(i);
    const bool linkage = first > i && *token_at(first - 1)->start == '"';
    bool scope = linkage, value = false, members = false;
    size_t name = 0; /* of a function */
    for (size_t k = first; k < token_count(); k++) {
        if (token_is(k, ";")) {
            if (name && token_at(name)->user)
                note(name, says_device(first, k), is_for_host(first, k), false);
            return k + 1;
        }
        if (token_is(k, "}") ||
            (token_is(k, ":") && k > first && k - first < 3 &&
             (token_is(first, "public") || token_is(first, "private") ||
              token_is(first, "protected"))))
            return k + 1;
        scope |= token_is(k, "namespace") || token_is(k, "class") ||
                 token_is(k, "struct") || token_is(k, "union");
        value |= token_is(k, "=") || token_is(k, "enum");
        members |= name && token_is(k, ":");
        if (token_is(k, "operator")) {
            name = name ? name : k;
            k += token_is(k + 1, "(") ? 2 : 0; /* operator()(...) */
            while (k + 1 < token_count() && !token_is(k + 1, "(") &&
                   !token_is(k + 1, ";") && !token_is(k + 1, "{"))
                k++;
        } else if (token_is(k, "<") && !value) {
            k = behind_angles(k) - 1;
        } else if (token_is(k, "(")) {
            value |= token_is(k + 1, "*"); /* a pointer to a function or an array */
            if (!name && !value && !is_attribute(k))
                name = k - 1;
            k = token_partner(k, 1);
        } else if (token_is(k, "[")) {
            k = token_partner(k, 1);
        } else if (token_is(k, "{")) {
            const size_t close = token_partner(k, 1);
            const bool member = members && (token_is(close + 1, ",") ||
                                            token_is(close + 1, "{")); /* S() : a{1} */
            if (name && !value && !member) {
                const bool device = says_device(first, k);
                if (token_at(name)->user)
                    note(name, device, is_for_host(first, k), true);
                if (!device)
                    mark_host(first, k);
                return close + 1;
            }
            if (scope && !value && !member)
                return k + 1;
            k = close;
        }
    }
    return token_count();
}

/* Token i opens or closes a namespace or a class. */
static void follow_scopes(size_t i)
{
    if (token_is(i, "{") && depth + 1 < (int)(sizeof scopes / sizeof *scopes))
        scopes[++depth] = (struct scope){i, token_partner(i, 1)};
    while (depth > 0 && scopes[depth].close <= i)
        depth--;
}

/* True if tokens [first, i) declare a parameter or a variable of the name at i. */
static bool is_local(size_t first, size_t i)
{
    for (size_t k = first + 1; k < i; k++)
        if (rewrite_same_text(k, i) && !token_is(k + 1, "(") &&
            (token_is_name(k - 1) || token_is(k - 1, "&") || token_is(k - 1, "*")))
            return true;
    return false;
}

/* token_die() if the host's function [first, open), with its body, calls a function of
   kernels alone. */
static void check_calls(size_t first, size_t open)
{
    const size_t close = token_partner(open, 1);
    for (size_t i = open; i < close; i++) {
        if (token_is(i, "__device__")) { /* a lambda's: its body is for kernels */
            while (i < close && !token_is(i, "{"))
                i++;
            i = token_partner(i, 1);
            continue;
        }
        if (!token_is_name(i) || !token_is(i + 1, "(") || token_is(i - 1, ".") ||
            token_is(i - 1, "->") || token_is(i - 1, "::") ||
            (token_is_name(i - 1) && !token_is(i - 1, "return")))
            continue;
        const struct function *f = find(i);
        if (f && !f->host && f->device && !is_local(first, i))
            token_die(
                i, text_format("%.*s() is a __device__ function, and the host cannot "
                               "call it: write __host__ __device__ before it",
                               (int)token_at(i)->length, token_at(i)->start));
    }
}

void rewrite_find_functions(void)
{
    scopes[0] = (struct scope){0, token_count()};
    for (size_t i = 0; i < token_count();) {
        i = declaration(i);
        follow_scopes(i - 1);
    }
    for (size_t k = 0; k < n_host_bodies; k++)
        check_calls(host_bodies[k].first, host_bodies[k].open);
    free(host_bodies);
}

bool rewrite_is_device_function(size_t i)
{
    const struct function *f = find(i);
    return f && f->device;
}

/* Where the [ at token i begins a lambda, the token after its ]; else 0. */
static size_t lambda(size_t i)
{
    static const char *const words[] = {"return", "else", "do", "throw", "co_return"};
    const char before = i > 0 ? *token_at(i - 1)->start : ';';
    bool begins = !token_is_name(i - 1) && !strchr(")]}\"", before);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        begins |= token_is(i - 1, words[k]);
    if (i == 0 || !token_is(i, "[") || token_is(i + 1, "[") || token_is(i - 1, "[") ||
        !begins)
        return 0;
    return token_partner(i, 1) + 1;
}

void rewrite_mark_lambda(size_t i)
{
    size_t k = lambda(i);
    if (!k)
        return;
    if (token_is(k, "<"))
        k = behind_angles(k);
    const bool parameters = token_is(k, "(");
    if (!parameters && !token_is(k, "{"))
        return; /* its qualifier says where it runs, or the brackets are an array's */
    if (parameters)
        k = token_partner(k, 1) + 1;
    while (token_is(k, "mutable") || token_is(k, "noexcept"))
        k = token_is(k + 1, "(") ? token_partner(k + 1, 1) + 1 : k + 1;
    if (token_is(k, "{") || token_is(k, "->"))
        token_insert_first(k, parameters ? HOST_MARK : "() " HOST_MARK);
}
