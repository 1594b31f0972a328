/* __shared__ and __device__ variables. */
#define _GNU_SOURCE /* open_memstream */
#include "rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if the brace at i belongs to extern "C" { or namespace a::b { */
static bool opens_namespace(size_t i)
{
    size_t k = i;
    while (k > 0 && (token_is_name(k - 1) || token_is(k - 1, "::")) &&
           !token_is(k, "namespace"))
        k--;
    return token_is(k, "namespace") || (i > 0 && *token_at(i - 1)->start == '"');
}

/* True if token i is inside a function's braces, not only a namespace's. Must be called
   in the order of the tokens. */
static bool in_function(size_t i)
{
    static size_t
        next; /* the first token not visited yet; a body is visited as a whole */
    while (next < i)
        if (token_is(next, "{") && !opens_namespace(next))
            next = token_partner(next, 1) + 1;
        else
            next++;
    return next > i;
}

/* True if every use of the variable that token i declares is a store to it. */
static bool nothing_reads(size_t i)
{
    for (size_t k = i + 1; k < token_count() && token_at(k)->scope != HOST; k++) {
        if (!rewrite_same_text(k, i))
            continue;
        const size_t next = rewrite_behind_element(k);
        if (!token_is(next, "=") || token_is(next + 1, "="))
            return false;
    }
    return true;
}

/* The text after the declaration of a shared variable: its shape, for messages. If no
   code reads the variable, there is also an artificial read: without it, g++ would
   delete the stores, and their faults. */
static char *appendix(const char *before, size_t name, bool unread)
{
    char *text = token_text(name, name + 1);
    char *element = text;
    for (size_t k = name + 1; token_is(k, "["); k = token_partner(k, 1) + 1)
        element = text_format("%s[0]", element);
    char *read = text_format(" if (emu_zero) emu_read(%s);", element);
    return text_format("%s static constexpr emu_shape emu_shape_%s "
                       "__attribute__((used)) = emu_shape_of<decltype(%s)>::value;%s",
                       before, text, text, unread ? read : "");
}

/* Each variable of the declaration at i gets an empty initialiser. Without it, g++
   would generate code at run time for arrays of a class with constructors, such as
   __half. */
static void initialise(size_t i)
{
    bool type_body = false;
    int angles = 0; /* T<a, b> */
    size_t name = 0;
    char *behind = text_format("");
    for (size_t k = i; k < token_count(); k++) {
        type_body |=
            token_is(k, "struct") || token_is(k, "union") || token_is(k, "class");
        if (token_is(k - 1, "]") && token_is_name(k) && !token_is(k, "__align__") &&
            !token_is(k, "__attribute__"))
            token_die(k - 1, "';' is missing behind this '__shared__' declaration");
        if (token_is(k, "=") || (token_is(k, "{") && !type_body))
            token_die(i, "a '__shared__' variable cannot have an initialiser: store to "
                         "it in the kernel, then __syncthreads()");
        angles += token_is(k, "<") - token_is(k, ">");
        if (!name && (token_is(k, "[") || token_is(k, ";") || token_is(k, ",")) &&
            angles == 0 && token_is_name(k - 1))
            name = k - 1;
        if (token_is(k, ";") || (token_is(k, ",") && angles == 0)) {
            token_insert(k, "{}");
            if (name)
                behind = appendix(behind, name, in_function(i) && nothing_reads(name));
            name = 0;
        }
        if (token_is(k, ";")) {
            token_at(k)->instead = text_format(";%s", behind);
            return;
        }
        if (token_is(k, "(") || token_is(k, "[") || token_is(k, "{"))
            k = token_partner(k, 1);
    }
}

/* The function has declared another array of dynamic shared memory: both begin at the
   same place. `name` is the new one's. */
static void warn_of_overlap(size_t name)
{
    static size_t last;
    size_t k = last;
    while (last && k < name && token_at(k)->scope != HOST)
        k++;
    if (last && k == name && !rewrite_same_text(last, name) && !rewrite_is_for_host()) {
        const struct token *t = token_at(name), *other = token_at(last);
        fprintf(
            stderr,
            "%.*s:%d: warning: %.*s begins where %.*s does: all 'extern __shared__' "
            "arrays are one; declare one, and a pointer into it for each part\n",
            (int)strcspn(t->file + 1, "\""), t->file + 1, t->line, (int)t->length,
            t->start, (int)other->length, other->start);
    }
    last = name;
}

void rewrite_shared(size_t i)
{
    size_t first = i;
    while (first > 0 && token_is_name(first - 1) && !token_is(first - 1, "extern"))
        first--;
    bool external =
        (first > 0 && token_is(first - 1, "extern")) || token_is(i + 1, "extern");
    if (!external) {
        bool is_static =
            (i > 0 && token_is(i - 1, "static")) || token_is(i + 1, "static");
        token_at(i)->instead = text_format("%s__thread __attribute__((aligned(128)))",
                                           is_static ? "" : "static ");
        initialise(i);
        return;
    }
    size_t open = i, end = i;
    while (end < token_count() && !token_is(end, ";"))
        end++;
    while (open < end && !(token_is(open, "[") && token_is(open + 1, "]")))
        open++;
    if (!token_is_name(open - 1) || open - 1 == i)
        token_die(i, "'extern __shared__' needs an array without a size, T name[];, or "
                     "one variable, T name;");
    warn_of_overlap(open - 1);
    rewrite_note_dynamic(open - 1);
    if (!in_function(i)) {
        token_at(i)->instead = text_format("__thread");
        token_insert(open == end ? end : open + 2, " __asm__(\"emu_shared_dynamic\")");
        return;
    }
    /* T (&name)[] = *(T (*)[])emu_shared_dynamic; all on the line of the first token */
    char *type = NULL;
    size_t length;
    FILE *text = open_memstream(&type, &length);
    for (size_t k = first > 0 ? first - 1 : first; text && k < open - 1; k++) {
        const struct token *t = token_at(k);
        if (token_is(k, "__align__") || token_is(k, "alignas"))
            k = token_partner(k + 1, 1);
        else if (k != i && !token_is(k, "extern"))
            fprintf(text, "%.*s ", (int)t->length, t->start);
    }
    if (!text || fclose(text) != 0)
        token_die(i, "not enough memory for this type");
    char *name = token_text(open - 1, open), *dimensions = token_text(open, end);
    for (size_t k = first > 0 ? first - 1 : first; k < end; k++)
        token_at(k)->instead = text_format("");
    token_at(i)->instead = text_format("%s(&%s)%s = *(%s(*)%s)emu_shared_dynamic", type,
                                       name, dimensions, type, dimensions);
}

/* True if the ( at token i belongs to an attribute or an initialiser, such as dim3
   size(2, 3), not to a function's parameters. */
static bool is_no_function(size_t i)
{
    static const char *const before[] = {"__align__", "__attribute__", "alignas",
                                         "__launch_bounds__", "decltype"};
    for (size_t k = 0; k < sizeof before / sizeof *before; k++)
        if (token_is(i - 1, before[k]))
            return true;
    return i + 1 < token_count() && strchr("-0123456789'\"", *token_at(i + 1)->start);
}

/* True if the ( at token i belongs to a pointer to a function or an array: (*f)(int),
   but not (*f(int))(int), a function that returns such a pointer. */
static bool is_pointer_group(size_t i)
{
    return (token_is(i + 1, "*") || token_is(i + 1, "&")) &&
           !token_is(token_partner(i, 1) - 1, ")");
}

/* Where the declarator after token i ends: at the ( of a function, or at one of ; = [
   {, or at the ) of a pointer group. *read_only becomes true if the variable itself is
   const, not only its target, or is a reference. The result for an earlier token is
   kept for the tokens after it, so that a run of qualifiers is searched once. */
static size_t declarator_end(size_t i, bool *read_only)
{
    static size_t from, end, last_const;
    bool always = false, group = false;
    if (i < from || i >= end) {
        from = i;
        last_const = 0;
        for (end = i + 1; end < token_count(); end++) {
            if (token_is(end, ";") || token_is(end, "=") || token_is(end, "[") ||
                token_is(end, "{") || (group && token_is(end, ")")))
                break;
            always |= token_is(end, "constexpr");
            if (token_is(end, "const") || token_is(end, "constexpr") ||
                token_is(end, "&"))
                last_const = end;
            else if (token_is(end, "*") && !always)
                last_const = 0;
            if (token_is(end, "(") && is_pointer_group(end))
                group = true;
            else if (token_is(end, "(") && is_no_function(end))
                end = token_partner(end, 1);
            else if (token_is(end, "("))
                break;
        }
    }
    *read_only = last_const > i;
    return end;
}

/* The `template` that begins the declaration around token i; i if there is none. */
static size_t template_before(size_t i)
{
    for (size_t k = i; k > 0; k--)
        if (token_is(k - 1, "template"))
            return k - 1;
        else if (token_is(k - 1, ";") || token_is(k - 1, "{") || token_is(k - 1, "}"))
            break;
    return i;
}

/* Lines for assembler.h. */
static char *notes;

static void note(char *line)
{
    char *longer = text_format("%s%s\n", notes ? notes : "", line);
    free(notes);
    free(line);
    notes = longer;
}

static void note_name(const char *what, size_t i)
{
    note(text_format("%s %.*s", what, (int)token_at(i)->length, token_at(i)->start));
}

void rewrite_note_body(size_t open, size_t close)
{
    const struct token *from = token_at(open), *to = token_at(close);
    note(text_format("kernels %d %d %.*s", from->line, to->line,
                     (int)strcspn(from->file + 1, "\""), from->file + 1));
}

bool rewrite_write_notes(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fputs(notes ? notes : "", out);
    return fclose(out) == 0;
}

/* True if one of the words before token i, or at or after it up to `end`, is this. */
static bool is_declared_with(size_t i, size_t end, const char *word)
{
    while (i > 0 && token_is_name(i - 1))
        i--;
    for (; i < end; i++)
        if (token_is(i, word))
            return true;
    return false;
}

/* True if the qualifier at token i is a lambda's: [=] __host__ __device__ (int i) {} */
static bool is_of_lambda(size_t i)
{
    while (i > 0 && token_is_name(i - 1))
        i--;
    return i > 0 && token_is(i - 1, "]");
}

/* A variable, if no parenthesis of parameters comes before its end. */
void rewrite_device(size_t i)
{
    bool constant = token_is(i, "__constant__") || token_is(i + 1, "__constant__");
    bool read_only;
    size_t k = declarator_end(i, &read_only);
    bool function =
        token_is(k, "(") || token_is(k - 1, "operator") ||
        token_is(k - 2, "operator") ||
        (token_is(k, "{") && i > 0 && token_is(i - 1, "]")); /* [] __device__ {} */
    if (!function && is_declared_with(i, k, "__managed__"))
        note_name("managed", k - 1);
    if (!function && is_declared_with(i, k, "extern"))
        note_name("elsewhere", k - 1);
    if (function) {
        token_at(i)->instead =
            text_format(is_of_lambda(i) || is_declared_with(i, k, "__host__")
                            ? ""
                            : "__attribute__((aligned(128)))");
        if (!rewrite_mark_body(i) && token_is_name(k - 1))
            note_name("elsewhere", k - 1);
    } else if (template_before(i) < i && !read_only) {
        /* g++ puts it into another section, and assembler moves it. */
        note_name(constant ? "template constant" : "template device", k - 1);
        token_at(i)->instead = text_format("");
    } else if (!(i > 0 &&
                 (token_is(i - 1, "__device__") || token_is(i - 1, "__constant__") ||
                  token_is(i - 1, "__managed__"))))
        token_at(i)->instead =
            text_format("__attribute__((section(\"emu_%s\")))", read_only  ? "const"
                                                                : constant ? "constant"
                                                                           : "device");
    else
        token_at(i)->instead = text_format("");
}

/* __shared__ alignas(16) float x: the replacement of __shared__ must come after
   alignas(16). */
void rewrite_alignas(size_t i)
{
    size_t first = i, close = token_partner(i + 1, 1);
    bool qualified = false;
    for (; first > 0 && token_is_name(first - 1); first--)
        qualified |=
            token_is(first - 1, "__shared__") || token_is(first - 1, "__device__") ||
            token_is(first - 1, "__constant__") || token_is(first - 1, "__managed__");
    if (!qualified)
        return;
    token_insert(first, token_text(i, close + 1));
    for (size_t k = i; k <= close; k++)
        token_at(k)->instead = text_format("");
}
