/*
 * ir: the intermediate representation of a program for WebAssembly, as the emulator
 * needs it. It is to clang's what assembler is to g++'s: gaps, shadows of variables,
 * and besides, what an x86-64 has and WebAssembly has not:
 *
 * Places: before each call that may leave the text, the place of the call is stored;
 * the tables of places and names are in ir_tables.c.
 *
 * Shared arrays are thread-local. Here they are plain variables, in a section of their
 * own, and each reference adds the distance to the running worker's copy.
 *
 * Divisions go through functions, since a division by zero would end the program.
 *
 *   usage: ir --before [NAME] <TEXT.ll           before clang's passes; NAME: see ir.h
 *          ir NOTES STANDARD [--graded] <TEXT.ll behind them
 *
 * Exit status: as of assembler.
 */
#include "ir.h"

#include <stdio.h>
#include <stdlib.h>

#include "whole_file.h"

enum { SHARED_GAP_BYTES = 1024 };
#define SHADOW "emu_shadow."

/* The name of a function that a line calls; NULL if it is called by a pointer. */
static const struct symbol *callee(const char *text, bool *intrinsic, bool *assembly)
{
    const char *call = strstr(text, " call "), *invoke = strstr(text, " invoke ");
    const char *p = call ? call : invoke, *end = strchr(p, '(');
    *intrinsic = *assembly = false;
    /* the type of a function may be written before its name: i32 (ptr, ...) @printf( */
    for (const char *at = p; (at = strchr(at, '@')); at++) {
        if (at > p && at[-1] != ' ')
            continue;
        if (end && at > end && memchr(p, '@', end - p))
            break;
        const char *name = at + 1;
        const size_t n = strcspn(name, "(");
        *intrinsic = begins(name, "llvm.");
        /* an argument is not behind ") @" or " @" before the first '(' */
        if (at < end || (at > p + 1 && at[-2] == ')'))
            return assembly_symbol(name, n);
        break;
    }
    *assembly = strstr(p, " asm ") != NULL;
    return NULL;
}

static bool is_built_in(const char *name)
{
    return begins(name, "emu_") && !begins(name, "emu_shared_dynamic(") &&
           !begins(name, "emu_shared_dynamic)");
}

static int temporaries;

/* %1 = call align 128 ptr @llvm.threadlocal.address.p0(ptr align 128 @a), !dbg !20 */
static bool put_shared_address(const char *text)
{
    const char *call = strstr(text, "@llvm.threadlocal.address.p0(ptr");
    const char *equals = strstr(text, " = ");
    if (!call || !equals || !begins(text, "  %"))
        return false;
    const char *name = strchr(call + 1, '@');
    if (!name)
        return false;
    const size_t n = name[1] == '"' ? strcspn(name + 2, "\"") + 3 : strcspn(name, "),");
    if (is_built_in(name + 1)) {
        printf("%.*s = getelementptr i8, ptr %.*s, i32 0\n", (int)(equals - text), text,
               (int)n, name);
        return true;
    }
    printf("  %%emu_delta.%d = load i32, ptr @emu_shared_delta, align 4\n",
           temporaries);
    printf("%.*s = getelementptr i8, ptr %.*s, i32 %%emu_delta.%d\n",
           (int)(equals - text), text, (int)n, name, temporaries++);
    return true;
}

/* %q = sdiv i32 %a, %b, !dbg !7 */
static bool put_division(const char *text)
{
    static const char *const operations[] = {"sdiv", "udiv", "srem", "urem"};
    const char *equals = strstr(text, " = ");
    if (!equals || !begins(text, "  %"))
        return false;
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        const char *p = equals + 3;
        if (!begins(p, operations[k]) || p[4] != ' ')
            continue;
        p += begins(p + 4, " exact") ? 11 : 5;
        const int bits = begins(p, "i32 ") ? 32 : begins(p, "i64 ") ? 64 : 0;
        if (!bits)
            return false;
        const char *a = p + 4, *b = strchr(a, ',');
        if (!b || b[2] != '%') /* a constant */
            return false;
        const size_t n = strcspn(b + 2, ", ");
        ir_put_site(text);
        printf("%.*s = call i%d @emu_%s%d(i%d %.*s, i%d %.*s)\n", (int)(equals - text),
               text, bits, operations[k], bits, bits, (int)(b - a), a, bits, (int)n,
               b + 2);
        return true;
    }
    return false;
}

static bool is_for_host(const struct line *l)
{
    return l->owner && assembly_is_host(l->owner);
}

static void warn(int i, const struct symbol *s)
{
    const char *text = assembly_line(i)->text;
    if (strstr(text, " = load ") || begins(text, "  store "))
        assembly_warn_of_shadow(i, s);
}

/* A line of the host, with its own names of the variables of kernels. */
static void put_for_host(int i)
{
    const char *text = assembly_line(i)->text, *done = text, *p = text, *start;
    for (struct symbol *s; (s = assembly_name(&p, &start));)
        if (s->variable) {
            printf("%.*s" SHADOW, (int)(start - done), done);
            done = start;
            s->shadowed = true;
            warn(i, s);
        }
    puts(done);
}

/* The end of a label's name in "label %x"; NULL if the line has none from p on. */
static const char *next_label(const char **p, size_t *length)
{
    const char *at = strstr(*p, "label %");
    if (!at)
        return NULL;
    at += 7;
    *length = *at == '"' ? strcspn(at + 1, "\"") + 2 : strcspn(at, ", ");
    *p = at + *length;
    return at;
}

/* True if line i jumps back, over lines without a call. */
static bool closes_silent_loop(int i)
{
    const struct line *l = assembly_line(i);
    const char *p = l->text, *label;
    size_t n;
    if (!begins(p, "  br ") && !begins(p, "  switch "))
        return false;
    while ((label = next_label(&p, &n)))
        for (int k = i - 1; k > l->owner->first && !assembly_line(k)->call; k--)
            if (!strncmp(assembly_line(k)->text, label, n) &&
                assembly_line(k)->text[n] == ':')
                return true;
    return false;
}

static void put_code(int i)
{
    const struct line *l = assembly_line(i);
    if (closes_silent_loop(i)) {
        ir_put_site(l->text);
        puts("  call void @emu_poll()");
    }
    if (put_shared_address(l->text) || put_division(l->text))
        return;
    if (l->call) {
        bool intrinsic, assembly;
        const struct symbol *to = callee(l->text, &intrinsic, &assembly);
        if (!intrinsic && !assembly && (!to || !to->defined))
            ir_put_site(l->text);
    }
    if (is_for_host(l))
        put_for_host(i);
    else
        puts(l->text);
}

/* A variable, without thread_local, in a section if it needs one. */
static void put_variable(const char *text, const struct ir_variable *v)
{
    static const char local[] = "thread_local";
    const char *at = text, *mark;
    while ((mark = strstr(at, local)) && mark < v->type) {
        printf("%.*s", (int)(mark - at), at);
        at = mark + strlen(local);
        at += *at == '(' ? strcspn(at, ")") + 1 : 0;
        at += *at == ' ';
    }
    if (!v->shared || v->external) {
        puts(at);
        return;
    }
    printf("%.*s, section \"emu_shared\"%s\n", (int)(v->rest - at), at, v->rest);
}

static int gaps;
static void put_gap(const char *section)
{
    printf("@emu_gap.%d = internal global [%d x i8] zeroinitializer, section \"%s\"\n",
           gaps++, SHARED_GAP_BYTES, section);
}

static const char *section_of(const struct ir_variable *v)
{
    static const char *const sections[] = {"emu_device", "emu_constant", "emu_const"};
    char line[64];
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
        snprintf(line, sizeof line, ", section \"%s\"", sections[k]);
        if (strstr(v->rest, line))
            return sections[k];
    }
    return NULL;
}

static const char *type_of(const struct symbol *s)
{
    struct ir_variable v;
    return ir_variable(assembly_line(s->first)->text, &v) ? v.type : "i8";
}

static int put_shadows(void)
{
    int n = 0;
    for (struct symbol *s = NULL; (s = assembly_next(s));) {
        if (!s->shadowed)
            continue;
        const char *type = type_of(s);
        const int length = (int)(ir_behind_type(type) - type);
        printf("@\"" SHADOW
               "%s\" = internal global %.*s zeroinitializer, section \"emu_shadow\", "
               "align 128\n",
               s->name, length, type);
        printf(
            "@emu_symbol.%d = internal constant { ptr, ptr, i64 } { ptr @\"" SHADOW
            "%s\", ptr @\"%s\", i64 ptrtoint (ptr getelementptr (%.*s, ptr null, i32 "
            "1) to i64) }, section \"emu_symbols\"\n",
            n++, s->name, s->name, length, type);
    }
    return n;
}

/* What nothing refers to is kept. */
static void put_used(const char *before, int n_symbols)
{
    const char *list = before ? strchr(strstr(before, "] [") + 2, '[') : NULL;
    const int n = before ? atoi(strstr(before, "[") + 1) : 0;
    printf("@llvm.used = appending global [%d x ptr] [", n + gaps + n_symbols + 2);
    if (list)
        printf("%.*s, ", (int)(strrchr(list, ']') - list - 1), list + 1);
    for (int i = 0; i < gaps; i++)
        printf("ptr @emu_gap.%d, ", i);
    for (int i = 0; i < n_symbols; i++)
        printf("ptr @emu_symbol.%d, ", i);
    puts("ptr @emu_sites, ptr @emu_objects], section \"llvm.metadata\"");
}

static void put_text(void)
{
    const char *used = NULL;
    static const char *const functions[] = {"sdiv", "udiv", "srem", "urem"};
    for (int i = 0; i < assembly_lines(); i++) {
        const struct line *l = assembly_line(i);
        struct ir_variable v;
        if (begins(l->text, "@llvm.used ")) {
            used = l->text;
        } else if (begins(l->text, "@" IR_ARRAYS) || begins(l->text, "@\"" IR_ARRAYS)) {
            continue;
        } else if (*l->text == '@' && ir_variable(l->text, &v)) {
            const char *section = v.external ? NULL : section_of(&v);
            if (section)
                put_gap(section);
            put_variable(l->text, &v);
            if (v.shared && !v.external)
                put_gap("emu_shared");
            if (!v.external && l->owner && !begins(l->owner->name, "llvm.") &&
                (v.constant || !strstr(l->text, " = private ")))
                ir_add_object(l->owner, v.type,
                              v.shared                 ? OBJECT_SHARED
                              : v.constant && !section ? OBJECT_CONSTANT
                                                       : OBJECT_VARIABLE);
        } else if (l->code && !ir_is_of_local(l->text)) {
            ir_place_now(l->text);
            put_code(i);
        } else if (l->code) {
            continue;
        } else {
            if (begins(l->text, "define ")) {
                ir_function_begins();
                ir_locals(l->owner->first, l->owner->end);
            }
            if (begins(l->text, "define ") && l->owner->side == KERNEL)
                ir_add_object(l->owner, NULL, OBJECT_FUNCTION);
            puts(l->text);
            if (begins(l->text, "target triple"))
                puts("%emu_site = type { ptr, ptr, i32, ptr }\n"
                     "%emu_object = type { ptr, ptr, i32, i32 }");
        }
    }
    const int n_symbols = put_shadows();
    ir_put_tables();
    put_used(used, n_symbols);
    if (!assembly_known("emu_site_now", 12))
        puts("@emu_site_now = external global i32, align 4");
    puts("declare void @emu_poll()");
    if (!assembly_known("emu_shared_delta", 16))
        puts("@emu_shared_delta = external global i32, align 4");
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        for (int bits = 32; bits <= 64; bits += 32)
            printf("declare i%d @emu_%s%d(i%d, i%d)\n", bits, functions[k], bits, bits,
                   bits);
}

int main(int argc, char **argv)
{
    char *text = emu_read_stream(stdin, NULL);
    if (text && argc > 1 && !strcmp(argv[1], "--before"))
        return ir_before(text, argv[2]);
    char *notes = argc > 1 ? emu_read_file(argv[1], NULL) : NULL;
    if (argc < 3 || !text || !notes)
        return 2;
    const bool cxx20 = strstr(argv[2], "20") || strstr(argv[2], "2a") ||
                       strstr(argv[2], "23") || strstr(argv[2], "2b");
    char *const parted = ir_part_blocks(text);
    ir_types(text);
    assembly_read(parted, notes);
    if (!assembly_check_sides(cxx20, argc > 3))
        return 1;
    put_text();
    return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
