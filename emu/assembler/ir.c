/*
 * LLVM's intermediate representation as lines and symbols; assembler.h has the
 * contract, and the LLVM language reference the grammar. A definition of a function
 * begins with "define" and ends with "}"; one of a variable is a line.
 */
#include "ir.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "whole_file.h"

/* What a number of the metadata is, as far as places need it. */
struct meta {
    enum { OTHER, LOCATION, FUNCTION_OF, BLOCK, FILE_OF } kind;
    int line, scope, inlined_at, file;
    const char *name; /* of a file, a function; up to its closing quote */
};
static struct meta *metas;
static int n_metas;

static int number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? atoi(at + strlen(key)) : -1;
}

static const char *quoted_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (!at)
        return "";
    at += strlen(key);
    const size_t n = strcspn(at, "\"");
    char *copy = assembly_grown(NULL, n + 1);
    memcpy(copy, at, n);
    copy[n] = 0;
    return copy;
}

/* !12 = distinct !DILocation(line: 7, column: 13, scope: !7, inlinedAt: !16) */
static void read_meta(const char *text)
{
    char *end;
    const long number = strtol(text + 1, &end, 10);
    if (end == text + 1 || !begins(end, " = ") || number > 1 << 24)
        return;
    if (number >= n_metas) {
        const int room = (int)number + 1024;
        metas = assembly_grown(metas, room * sizeof *metas);
        memset(metas + n_metas, 0, (room - n_metas) * sizeof *metas);
        n_metas = room;
    }
    struct meta *m = &metas[number];
    const char *what = strchr(end, '!');
    if (!what)
        return;
    m->kind = begins(what, "!DILocation(")       ? LOCATION
              : begins(what, "!DISubprogram(")   ? FUNCTION_OF
              : begins(what, "!DILexicalBlock")  ? BLOCK
              : begins(what, "!DIFile(filename") ? FILE_OF
                                                 : OTHER;
    if (m->kind == OTHER)
        return;
    m->line = number_after(what, "line: ");
    m->scope = number_after(what, "scope: !");
    m->inlined_at = number_after(what, "inlinedAt: !");
    m->file = number_after(what, "file: !");
    if (m->kind == FILE_OF) {
        const char *name = quoted_after(what, "filename: \"");
        const char *folder = quoted_after(what, "directory: \"");
        char *path = assembly_grown(NULL, strlen(name) + strlen(folder) + 2);
        sprintf(path, "%s%s%s", *name == '/' ? "" : folder,
                *name == '/' || !strcmp(folder, "/") || !*folder ? "" : "/", name);
        m->name = *name != '/' && !strcmp(folder, "/") ? name : path;
    } else if (m->kind == FUNCTION_OF) {
        m->name = quoted_after(what, strstr(what, "linkageName: \"") ? "linkageName: \""
                                                                     : "name: \"");
    }
}

static const struct meta *meta(int number, int kind)
{
    return number >= 0 && number < n_metas && metas[number].kind == (unsigned)kind
               ? &metas[number]
               : NULL;
}

int ir_place(const char *text)
{
    const char *at = strstr(text, ", !dbg !");
    return at ? atoi(at + 8) : -1;
}

bool ir_place_of(int number, struct ir_place *to)
{
    const struct meta *m = meta(number, LOCATION);
    if (!m)
        return false;
    *to = (struct ir_place){m->line, -1, -1, m->inlined_at};
    for (int scope = m->scope; scope >= 0 && scope < n_metas;) {
        const struct meta *s = &metas[scope];
        to->file = to->file < 0 ? s->file : to->file;
        to->function = s->kind == FUNCTION_OF ? scope : to->function;
        scope = s->kind == BLOCK ? s->scope : -1;
    }
    return true;
}

const char *ir_function(int number)
{
    const struct meta *m = meta(number, FUNCTION_OF);
    return m && m->name ? m->name : "";
}

const char *assembly_source(int number)
{
    const struct meta *m = meta(number, FILE_OF);
    return m ? m->name : "";
}

/* ---- Names: @f, @"f g". */

static const char *behind_quotes(const char *p)
{
    p += strcspn(p + 1, "\"") + 1;
    return *p ? p + 1 : p;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/* The next global name in a text, without its quotes, and where the text goes on. */
static const char *next_name(const char **p, size_t *length)
{
    for (; **p; ++*p) {
        if (**p == '"') {
            *p = behind_quotes(*p) - 1;
        } else if (**p == '@') {
            const char *name = *p + 1;
            if (*name == '"') {
                *p = behind_quotes(name);
                *length = *p - name - 2;
                return name + 1;
            }
            const char *end = name;
            while (is_of_name(*end))
                end++;
            *length = end - name;
            *p = end;
            return name;
        }
    }
    return NULL;
}

struct symbol *assembly_name(const char **p, const char **start)
{
    size_t length;
    while ((*start = next_name(p, &length))) {
        struct symbol *s = assembly_known(*start, length);
        if (s)
            return s;
    }
    return NULL;
}

/* In a definition, the first name is the definition's own. */
struct symbol *assembly_operand(int i, const char **p, const char **start)
{
    size_t length;
    if (!*p)
        *p = assembly_line(i)->text;
    while ((*start = next_name(p, &length))) {
        if (!strncmp(*start, "llvm.", 5))
            continue;
        struct symbol *s = assembly_symbol(*start, length);
        return s->same ? s->same : s;
    }
    return NULL;
}

/* ---- Types and variables. */

/* Up to one of these characters that is in no brackets and no quotes. */
static const char *behind(const char *p, const char *ends)
{
    int depth = 0;
    for (; *p; p++) {
        if (*p == '"')
            p = behind_quotes(p) - 1;
        else if (strchr("[{<(", *p))
            depth++;
        else if (strchr("]}>)", *p))
            depth--;
        else if (depth == 0 && strchr(ends, *p))
            break;
    }
    return p;
}

const char *ir_behind_type(const char *p)
{
    return behind(p, " ,");
}

bool ir_variable(const char *text, struct ir_variable *v)
{
    const char *p = text, *type;
    size_t length;
    if (*text != '@')
        return false;
    v->name = next_name(&p, &length);
    v->name_length = (int)length;
    const char *global = strstr(p, " global "), *constant = strstr(p, " constant ");
    const char *first = global && (!constant || global < constant) ? global : constant;
    /* no alias, and not within an initial value */
    if (!v->name || !first || memchr(p, '(', first - p))
        return false;
    v->constant = first == constant;
    type = first + (v->constant ? 10 : 8);
    v->type = type;
    v->value = ir_behind_type(type);
    v->external = *v->value != ' ';
    v->value += *v->value == ' ';
    v->rest = v->external ? v->value : behind(v->value, ",");
    v->shared = false;
    for (const char *at = p; at + 12 <= first; at++)
        v->shared |= begins(at, "thread_local");
    return true;
}

/* ---- Lines. */

static void begin_symbol(int i, const char *name, int length, struct symbol **owner)
{
    struct symbol *s = assembly_symbol(name, length);
    s->defined = true;
    s->first = i;
    s->end = i + 1;
    *owner = s;
}

/* define void @f() !dbg !7 { : its debug information has the name from the source. */
static void name_function(const char *text, const char *name)
{
    const char *at = strstr(text, " !dbg !");
    const int number = at ? atoi(at + 7) : -1;
    if (meta(number, FUNCTION_OF))
        metas[number].name = name;
}

static void note_function(int i, const char *text, struct symbol **owner)
{
    const char *p = text, *name, *end = strstr(text, " {");
    size_t length;
    if (!(name = next_name(&p, &length)))
        return;
    begin_symbol(i, name, length, owner);
    struct symbol *s = *owner;
    const char *other = strstr(p, " align ");
    for (const char *at = other; at && (!end || at < end);
         at = strstr(at + 1, " align "))
        other = at; /* the function's own is the last one */
    const int marked = other ? atoi(other + 7) : 0;
    s->type = FUNCTION;
    name_function(text, s->name);
    s->global = !strstr(text, "define internal ") && !strstr(text, "define private ");
    s->side = marked == MARK_HOST     ? HOST_ONLY
              : marked == MARK_DEVICE ? DEVICE_ONLY
              : marked == MARK_KERNEL ? KERNEL
                                      : FOR_BOTH;
}

static void note_variable(int i, const char *text, const struct ir_variable *v,
                          struct symbol **owner)
{
    if (v->external)
        return;
    begin_symbol(i, v->name, v->name_length, owner);
    struct symbol *s = *owner;
    s->type = OBJECT;
    s->variable = strstr(v->rest, ", section \"emu_device\"") ||
                  strstr(v->rest, ", section \"emu_constant\"");
    s->constant = strstr(v->rest, ", section \"emu_constant\"") != NULL;
    s->global = !strstr(text, " internal ") && !strstr(text, " private ");
}

/* @f = alias void (), ptr @g */
static void note_alias(const char *text)
{
    const char *p = text, *name, *of;
    size_t length, n;
    if (*text != '@' || !strstr(text, " alias ") || !(name = next_name(&p, &length)) ||
        !(of = next_name(&p, &n)))
        return;
    struct symbol *s = assembly_symbol(name, length);
    s->defined = true;
    s->same = assembly_symbol(of, n);
}

static bool is_code(const char *text)
{
    return begins(text, "  ") && text[2] != '#' && text[2] != ']';
}

static bool is_call(const char *text)
{
    return strstr(text, " call ") || strstr(text, " invoke ");
}

void assembly_read(char *text, char *noted)
{
    struct symbol *owner = NULL;
    assembly_read_notes(noted);
    for (char *p = text, *end; p && *p; p = end ? end + 1 : NULL) {
        end = strchr(p, '\n');
        if (*p != '!')
            continue;
        if (end)
            *end = 0;
        read_meta(p);
        if (end)
            *end = '\n';
    }
    int source = -1, source_line = 0;
    for (char *next; text && *text; text = next) {
        struct ir_variable v;
        const int i = assembly_lines();
        next = strchr(text, '\n');
        if (next)
            *next++ = 0;
        struct line l = {.text = text};
        if (begins(text, "define "))
            note_function(i, text, &owner);
        else if (*text == '@' && ir_variable(text, &v))
            note_variable(i, text, &v, &owner);
        else if (*text == '@')
            note_alias(text);
        struct ir_place place;
        if (ir_place_of(ir_place(text), &place)) {
            source = place.file;
            source_line = place.line;
            l.begins_place = true;
        }
        l.owner = owner;
        l.source = source;
        l.source_line = source_line;
        l.code = owner && owner->type == FUNCTION && is_code(text);
        l.call = l.code && is_call(text);
        l.debug = *text == '!';
        if (owner)
            owner->end = i + 1;
        assembly_add_line(&l);
        if (*text == '}' || *text == '@')
            owner = NULL;
    }
    assembly_finish();
}
