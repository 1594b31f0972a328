/*
 * The members of structs, for messages. A kernel often views its dynamic shared memory
 * as a struct: then a message can say ring[2].A[5][3], and not a number of bytes.
 *
 *   struct stage { float A[8][4]; };   the struct, with a function emu_members()
 *   struct { ... } ring[2];            the same, in a struct: it gets a name
 *   (struct stage *)memory             (struct stage *)emu_viewed<struct stage>(memory)
 */
#include <stdlib.h>
#include <string.h>

#include "rewrite.h"

/* The array of dynamic shared memory that was declared last; 0: none. */
static size_t dynamic;

void rewrite_note_dynamic(size_t name)
{
    dynamic = name;
}

/* The names that a struct declares: rows of the table of its members. */
static char *add_row(char *rows, const char *of, size_t name)
{
    char *member = token_text(name, name + 1);
    char *longer =
        text_format("%s{\"%s\", __builtin_offsetof(%s, %s), "
                    "sizeof(%s::%s), emu_shape_of<decltype(%s::%s)>::value, "
                    "emu_members_of<decltype(%s::%s)>::value}, ",
                    rows, member, of, member, of, member, of, member, of, member);
    free(member);
    free(rows);
    return longer;
}

/* True if token k may be a part of a declaration of variables, other than brackets. */
static bool is_plain(size_t k)
{
    static const char *const others[] = {"static", "using",    "typedef", "friend",
                                         "public", "operator", "private", "protected"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (token_is(k, others[i]))
            return false;
    return token_is_name(k) || token_is(k, "*") || token_is(k, ",") ||
           token_is(k, ";") || token_is(k, "::");
}

static void add_members(const char *type, size_t open);

/* Is token k the { of a struct in the struct `type`? If that has no name, it gets one:
   the number of those before it is *unnamed. */
static bool is_struct_within(const char *type, size_t k, int *unnamed)
{
    if (!token_is(k, "{"))
        return false;
    if (token_is(k - 1, "struct") && !token_is(token_partner(k, 1) + 1, ";")) {
        char *name = text_format("emu_in_%s_%d", type, ++*unnamed);
        token_insert(k, text_format(" %s ", name));
        add_members(name, k);
        free(name);
        return true;
    }
    return token_is(k - 2, "struct") && token_is_name(k - 1);
}

/* The rows of the struct `type` whose braces are tokens open and close; NULL if it
   declares anything but plain members. */
static char *rows_of(const char *type, size_t open, size_t close)
{
    char *rows = text_format("");
    int unnamed = 0;
    for (size_t k = open + 1; k < close;) {
        const size_t behind = token_is(k, "<") ? rewrite_behind_arguments(k) : k;
        if (behind > k) {
            k = behind;
        } else if (token_is(k, "__align__") || token_is(k, "alignas")) {
            k = token_partner(k + 1, 1) + 1;
        } else if (token_is(k, "[")) {
            k = token_partner(k, 1) + 1;
        } else if (is_struct_within(type, k, &unnamed)) {
            k = token_partner(k, 1) + 1;
        } else if (is_plain(k)) {
            const bool ends =
                token_is(k + 1, ",") || token_is(k + 1, ";") || token_is(k + 1, "[");
            if (token_is_name(k) && ends)
                rows = add_row(rows, type, k);
            k++;
        } else {
            free(rows);
            return NULL;
        }
    }
    return rows;
}

/* Give the struct `type` with the brace `open` its function emu_members(). */
static void add_members(const char *type, size_t open)
{
    const size_t close = token_partner(open, 1);
    char *rows = rows_of(type, open, close);
    if (rows && *rows)
        token_insert(close, text_format("static const emu_member *emu_members() { "
                                        "static constexpr emu_member emu_all[] = {%s"
                                        "{}}; return emu_all; } ",
                                        rows));
    free(rows);
}

void rewrite_members(size_t i)
{
    size_t name = i + 1;
    if (token_is(name, "__align__") || token_is(name, "alignas"))
        name = token_partner(name + 1, 1) + 1;
    const size_t open =
        token_is(name + 1, "<") ? rewrite_behind_arguments(name + 1) : name + 1;
    if (!token_is_name(name) || !token_is(open, "{"))
        return;
    char *type = token_text(name, name + 1);
    add_members(type, open);
    free(type);
}

/* (T *)memory, or reinterpret_cast<T *>(memory), where memory is token i. */
void rewrite_view(size_t i)
{
    if (!dynamic || i < 3 || !rewrite_same_text(i, dynamic))
        return;
    size_t first, end = i - 2; /* of T */
    if (token_is(i - 1, ")") && token_is(end, "*")) {
        first = token_partner(i - 1, -1) + 1;
    } else if (token_is(i - 1, "(") && token_is(end, ">") && token_is(end - 1, "*")) {
        end--;
        for (first = end; first > 0 && !token_is(first - 1, "reinterpret_cast");)
            first--;
        first++; /* after < */
    } else {
        return;
    }
    char *type = token_text(first, end), *name = text_format("");
    const size_t before = token_is(first - 1, "(") ? first - 2 : first - 3;
    if (token_is(before, "=") && token_is_name(before - 1))
        name = token_text(before - 1, before);
    token_at(i)->instead =
        text_format("emu_viewed<%s>(%.*s, \"%s\")", type, (int)token_at(i)->length,
                    token_at(i)->start, name);
    free(type);
    free(name);
}
