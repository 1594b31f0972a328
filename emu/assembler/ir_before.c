/*
 * What becomes of clang's code before its passes.
 *
 * A copy of 8 or 16 aligned bytes, such as that of a float4, becomes one load and one
 * store, which the passes do not split. Of each kernel the bytes of its local arrays
 * are noted, many of which the passes take apart: emu_arrays.NAME, a constant. If the
 * program is to be one of several that are linked together, all its names but one
 * become its own.
 */
#define _GNU_SOURCE /* memmem */
#include "ir.h"

#include <stdio.h>
#include <stdlib.h>

#include "whole_file.h"

/* ---- Copies

   call void @llvm.memcpy.p0.p0.i32(ptr align 16 %a, ptr align 16 %b, i32 16, i1 false)
 */

/* An argument's value and alignment; returns where the next one begins. */
static const char *argument(const char *p, const char **value, int *length, int *align)
{
    const char *end = p;
    for (int depth = 0; *end && (depth > 0 || !strchr(",)", *end)); end++)
        depth += (*end == '(') - (*end == ')'); /* dereferenceable(16) */
    const char *at = strstr(p, "align ");
    *align = at && at < end ? atoi(at + 6) : 1;
    *value = end;
    for (int depth = 0; *value > p && (depth > 0 || (*value)[-1] != ' '); --*value)
        depth += ((*value)[-1] == ')') - ((*value)[-1] == '(');
    if (**value == '(' && *value > p + 14) /* getelementptr inbounds (...) */
        for (const char *at = *value; at > p; at--)
            if (begins(at, "getelementptr"))
                *value = at;
    *length = (int)(end - *value);
    return *end ? end + 1 : end;
}

static bool put_copy(const char *text)
{
    static int copies;
    const char *p = strstr(text, "@llvm.memcpy.p0.p0.i32("), *to, *from, *size;
    int to_length, from_length, size_length, to_align, from_align, unused;
    if (!p || !begins(text, "  call "))
        return false;
    p = argument(strchr(p, '(') + 1, &to, &to_length, &to_align);
    p = argument(p, &from, &from_length, &from_align);
    argument(p, &size, &size_length, &unused);
    const int bytes = atoi(size);
    if ((bytes != 8 && bytes != 16) || (to_align < bytes && from_align < bytes) ||
        !strchr("%@g", *to) || !strchr("%@g", *from))
        return false;
    const char *place = strstr(text, ", !dbg !");
    const int length = place ? (int)strcspn(place + 2, ",") + 2 : 0;
    printf("  %%emu_copy.%d = load <%d x i32>, ptr %.*s, align %d%.*s\n", copies,
           bytes / 4, from_length, from, from_align, length, place ? place : "");
    printf("  store <%d x i32> %%emu_copy.%d, ptr %.*s, align %d%.*s\n", bytes / 4,
           copies++, to_length, to, to_align, length, place ? place : "");
    return true;
}

/* ---- Names

   define linkonce_odr hidden void @f() #3 comdat !dbg !7 {
   @a = dso_local global [4 x i32] zeroinitializer, align 16
 */

static const char *behind_word(const char *p)
{
    return p + strcspn(p, " ") + 1;
}

static bool is_word(const char *p, const char *const words[])
{
    for (; *words; words++) {
        const size_t n = strlen(*words);
        if (!strncmp(p, *words, n) && p[n] == ' ')
            return true;
    }
    return false;
}

/* The text without its comdat. */
static void put_alone(const char *p)
{
    const char *comdat = strstr(p, " comdat"), *after = comdat ? comdat + 7 : NULL;
    if (!comdat || strstr(p, " c\"")) { /* the word may be in a string */
        puts(p);
        return;
    }
    if (*after == '(')
        after += strcspn(after, ")") + 1;
    printf("%.*s%s\n", (int)(comdat - p) - (comdat[-1] == ','), p, after);
}

/* True if the line defines something, which then has no other program's name. */
static bool put_own(const char *text, const char *kept)
{
    static const char *const linkages[] = {"linkonce",  "weak",      "linkonce_odr",
                                           "weak_odr",  "dso_local", "hidden",
                                           "protected", NULL};
    static const char *const not_ours[] = {
        "external",  "extern_weak", "available_externally",
        "appending", "private",     "internal",
        "declare",   NULL};
    const char *p = text, *name = strchr(text, '@');
    const size_t n = strlen(kept);
    if (!name || (!strncmp(name + 1, kept, n) && strchr("( ", name[1 + n])))
        return false;
    if (begins(text, "define "))
        p = behind_word(text);
    else if (*text == '@' && (p = strstr(text, " = ")))
        p += 3;
    else
        return false;
    if (is_word(p, not_ours))
        return false;
    printf("%.*sinternal ", (int)(p - text), text);
    while (is_word(p, linkages))
        p = behind_word(p);
    put_alone(p);
    return true;
}

/* ---- Local arrays

   %sum = alloca [8 x [8 x float]], align 16
   call void @f(...)
 */

struct function {
    const char *name;
    size_t length;
    bool kernel;
    long arrays;             /* bytes of its own... */
    long total;              /* ...and with those of what it calls, once asked for */
    int first_call, n_calls; /* in calls */
    bool asked;
};
static struct function *functions;
static struct {
    const char *name;
    size_t length;
} * calls;
static int n_functions, n_calls;

static void note_function(const char *line, const char *end)
{
    const char *name = memchr(line, '@', (size_t)(end - line));
    if (!name)
        return;
    const size_t length =
        name[1] == '"' ? strcspn(name + 2, "\"") : strcspn(name + 1, "(");
    functions =
        assembly_grown(functions, (size_t)(n_functions + 1) * sizeof *functions);
    functions[n_functions++] = (struct function){
        .name = name + (name[1] == '"' ? 2 : 1),
        .length = length,
        .kernel = memmem(line, (size_t)(end - line), " align 256", 10) != NULL,
        .first_call = n_calls};
}

static void note_line(const char *line, const char *end)
{
    struct function *const f = &functions[n_functions - 1];
    const char *const alloca = memmem(line, (size_t)(end - line), " = alloca ", 10);
    const char *name = memchr(line, '@', (size_t)(end - line));
    if (alloca) { /* an object of the source, and no temporary one */
        const char *type = alloca + 10;
        if (strchr("[%", *type) && !memmem(line, (size_t)(alloca - line), "tmp", 3))
            f->arrays += ir_size_of(&type);
    } else if (name && memmem(line, (size_t)(name - line), "call ", 5)) {
        name += name[1] == '"' ? 2 : 1;
        calls = assembly_grown(calls, (size_t)(n_calls + 1) * sizeof *calls);
        calls[n_calls].name = name;
        calls[n_calls++].length = strcspn(name, "(\"");
        f->n_calls++;
    }
}

/* With those of the function that has most of all that it calls; each is asked once. */
static long arrays_of(struct function *f)
{
    long most = 0;
    if (f->asked)
        return f->total; /* 0 within itself */
    f->asked = true;
    for (int i = f->first_call; i < f->first_call + f->n_calls; i++)
        for (struct function *g = functions; g < functions + n_functions; g++)
            if (g->length == calls[i].length &&
                !strncmp(g->name, calls[i].name, g->length)) {
                const long bytes = arrays_of(g);
                most = bytes > most ? bytes : most;
            }
    return f->total = f->arrays + most;
}

static void read_functions(const char *text)
{
    bool in_function = false;
    for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        if (begins(line, "define ")) {
            note_function(line, end);
            in_function = true;
        } else if (*line == '}') {
            in_function = false;
        } else if (in_function && n_functions) {
            note_line(line, end);
        }
    }
}

static void put_arrays(void)
{
    for (struct function *f = functions; f < functions + n_functions; f++)
        if (f->kernel)
            printf("@\"emu_arrays.%.*s\" = hidden constant i32 %ld\n", (int)f->length,
                   f->name, arrays_of(f));
}

int ir_before(char *text, const char *kept)
{
    char *const whole = strdup(text);
    if (!whole)
        return 2;
    ir_types(whole);
    read_functions(whole);
    for (char *line; (line = emu_next_line(&text));)
        if (!put_copy(line) && !(kept && put_own(line, kept)))
            puts(line);
    put_arrays();
    return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
