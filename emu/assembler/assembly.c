/* Assembler text of g++ as lines and symbols; assembler.h has the contract. */
#include "assembler.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

static char **sources;
static int n_sources;
static bool arm; /* aarch64, else x86-64 */

const char *assembly_source(int number)
{
    return number > 0 && number < n_sources && sources[number] ? sources[number] : "";
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* The operands of a directive with data, or of an instruction; NULL for other lines. */
static const char *operands(const char *text)
{
    static const char *const data[] = {".quad", ".long", ".xword", ".word", ".8byte"};
    if (*text != '\t')
        return NULL;
    static const char *const prefixes[] = {"rep", "repz", "repnz", "lock", "notrack"};
    const char *word = text + 1, *behind = word + strcspn(word, " \t");
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (*behind && (size_t)(behind - word) == strlen(prefixes[k]) &&
            !strncmp(word, prefixes[k], behind - word)) {
            word = behind + strspn(behind, " \t");
            behind = word + strcspn(word, " \t");
        }
    bool has = *word != '.' && *word != '#';
    for (size_t k = 0; k < sizeof data / sizeof *data; k++)
        has |= !strncmp(word, data[k], behind - word) && !data[k][behind - word];
    return has && *behind ? behind : NULL;
}

/* On aarch64 a register, a condition or a shift looks like a name. */
static bool may_be_undefined(const char *text)
{
    return !arm || !strncmp(text, "\tbl\t", 4) || !strncmp(text, "\tb\t", 3) ||
           !strncmp(text, "\tadrp\t", 6) || text[1] == '.';
}

static const char *behind_name(const char *p)
{
    while (is_of_name(*p))
        p++;
    return p;
}

/* The next name in a text; NULL if there is none. */
static const char *next_name(const char *p)
{
    while (*p && !isalpha((unsigned char)*p) && *p != '_' && *p != '.') {
        const bool skip = strchr("%@:#", *p) || isdigit((unsigned char)*p);
        p++;
        if (skip) /* a register, a relocation, a number */
            p = behind_name(p), p += *p == ':';
    }
    return *p ? p : NULL;
}

struct symbol *assembly_name(const char **p, const char **start)
{
    while ((*start = next_name(*p))) {
        *p = behind_name(*start);
        struct symbol *s = assembly_known(*start, *p - *start);
        if (s)
            return s;
    }
    return NULL;
}

struct symbol *assembly_operand(int i, const char **p, const char **start)
{
    const char *text = assembly_line(i)->text;
    const bool all = may_be_undefined(text);
    if (!*p && (*p = operands(text)) && arm && !strncmp(text, "\tadrp\t", 6))
        *p += strcspn(*p, ","); /* behind the register */
    if (!*p)
        return NULL;
    while ((*start = next_name(*p))) {
        *p = behind_name(*start);
        struct symbol *s = assembly_known(*start, *p - *start);
        if (!s && all && **start != '.')
            s = assembly_symbol(*start, *p - *start);
        if (s)
            return s->same ? s->same : s;
    }
    return NULL;
}

/* .file 3 "folder" "name", or .file 3 "name" */
static void note_source(const char *text)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (end == text || number < 0 || number > 1000000)
        return;
    if (number >= n_sources) {
        sources = assembly_grown(sources, (number + 1) * sizeof *sources);
        while (n_sources <= number)
            sources[n_sources++] = NULL;
    }
    const char *name = strchr(end, '"');
    if (!name)
        return;
    const char *close = strchr(name + 1, '"');
    const char *second = close ? strchr(close + 1, '"') : NULL;
    char *path = assembly_grown(NULL, strlen(text) + 2);
    if (second && name[1] && second[1] != '/' &&
        strncmp(name + 1, ".", close - name - 1))
        sprintf(path, "%.*s/%s", (int)(close - name - 1), name + 1, second + 1);
    else
        strcpy(path, (second ? second : name) + 1);
    path[strcspn(path, "\"")] = 0;
    sources[number] = path;
}

/* The symbol at the beginning of the operands of a directive. */
static struct symbol *directive_symbol(const char *operand)
{
    size_t n = 0;
    while (is_of_name(operand[n]))
        n++;
    return assembly_symbol(operand, n);
}

bool assembly_holds_variables(const char *text)
{
    return begins(text, "\t.section\temu_device") ||
           begins(text, "\t.section\temu_constant");
}

/* What .text, .section NAME and the like begin. */
struct section {
    bool variables, constants, debug, code;
};
static bool begins_section(const char *text, struct section *now)
{
    const char *name = text + 1;
    if (begins(text, "\t.section\t"))
        name = text + 10;
    else if (strcmp(text, "\t.text") && strcmp(text, "\t.data") &&
             strcmp(text, "\t.bss"))
        return false;
    now->variables = assembly_holds_variables(text);
    now->constants = begins(text, "\t.section\temu_constant");
    now->code = begins(name, ".text");
    now->debug = begins(name, ".debug") || begins(name, ".gcc_except_table");
    return true;
}

/* g++ puts the variables of a template into sections of their own. */
static void move_template(char **text)
{
    char section[32], name[128], line[256];
    int at = 0;
    if (!begins(*text, "\t.section\t") || !strstr(*text, "._Z"))
        return;
    for (const char *note; (note = assembly_note("template", &at));) {
        if (sscanf(note, "%31s %127s", section, name) != 2)
            continue;
        snprintf(line, sizeof line, "%zu%sI", strlen(name), name);
        if (strstr(*text, line)) {
            snprintf(line, sizeof line, "\t.section\temu_%s,\"aw\",@progbits", section);
            *text = strcpy(assembly_grown(NULL, strlen(line) + 1), line);
            return;
        }
    }
}

/* A label, or what a directive says of a symbol. *owner becomes the label's. */
static void note_symbol(int i, long align, const struct section *in,
                        struct symbol **owner)
{
    char *text = assembly_line(i)->text;
    struct symbol *s;
    if (is_of_name(*text) && *text != '.') {
        if (*owner && (*owner)->type == OBJECT)
            (*owner)->end = i;
        s = directive_symbol(text);
        s->defined = true;
        s->first = i;
        s->end = i; /* until its size comes */
        s->variable = in->variables && s->type == OBJECT;
        s->constant = in->constants && s->type == OBJECT;
        if (s->type == FUNCTION)
            s->side = align == MARK_HOST     ? HOST_ONLY
                      : align == MARK_DEVICE ? DEVICE_ONLY
                      : align == MARK_KERNEL ? KERNEL
                                             : FOR_BOTH;
        *owner = s;
    } else if (begins(text, "\t.type\t")) {
        s = directive_symbol(text + 7);
        s->type = strstr(text, "object") || strstr(text, "tls") ? OBJECT : FUNCTION;
    } else if (begins(text, "\t.size\t")) {
        s = directive_symbol(text + 7);
        s->bytes = atol(strchr(text, ',') ? strchr(text, ',') + 1 : "0");
        if (s->type == FUNCTION) {
            s->end = i;
            if (s == *owner)
                *owner = NULL;
        }
    } else if (begins(text, "\t.comm\t")) {
        s = directive_symbol(text + 7);
        s->type = OBJECT;
        s->defined = true;
    } else if (begins(text, "\t.set\t") && is_of_name(text[6]) && text[6] != '.' &&
               strchr(text, ',')) {
        s = directive_symbol(text + 6); /* a constructor that is as another one */
        s->defined = true;
        s->same = directive_symbol(strchr(text, ',') + 1);
    } else if (begins(text, "\t.globl\t") || begins(text, "\t.weak\t")) {
        directive_symbol(strchr(text + 2, '\t') + 1)->global = true;
    }
}

static bool is_call(const char *word)
{
    return begins(word, "call") || begins(word, "jmp") || begins(word, "bl\t") ||
           begins(word, "b\t");
}

void assembly_read(char *text, char *noted)
{
    assembly_read_notes(noted);
    struct section in = {.code = true};
    struct symbol *owner = NULL;
    int source = 0, source_line = 0;
    long align = 0;
    arm = strstr(text, "\t.arch\tarmv") || strstr(text, "\t.arch armv");
    for (char *next; text; text = next) {
        next = strchr(text, '\n');
        if (next)
            *next++ = 0;
        else if (!*text)
            break;
        move_template(&text);
        if (begins_section(text, &in)) {
            if (owner && owner->type == OBJECT)
                owner = NULL;
        } else if (begins(text, "\t.file ") || begins(text, "\t.file\t")) {
            note_source(text + 7);
        } else if (begins(text, "\t.loc ")) {
            sscanf(text, "\t.loc %d %d", &source, &source_line);
        } else if (in.code &&
                   (begins(text, "\t.align ") || begins(text, "\t.align\t"))) {
            align = atol(text + 8);
            align = align < 16 ? 1 << align : align; /* aarch64 gives the exponent */
        }
        const int i = assembly_lines();
        struct line l = {.text = text,
                         .source = source,
                         .source_line = source_line,
                         .debug = in.debug,
                         .begins_place = begins(text, "\t.loc "),
                         .code = text[0] == '\t' && text[1] != '.'};
        l.call = l.code && is_call(text + 1);
        assembly_add_line(&l);
        note_symbol(i, align, &in, &owner);
        assembly_line(i)->owner = in.debug ? NULL : owner;
        if (is_of_name(*text) && *text != '.')
            align = 0;
    }
    assembly_finish();
}
