/*
 * Local arrays whose address goes nowhere: they are only loaded, stored and indexed. An
 * access of one can be no fault that a hook would find, and the time of an unrolled
 * kernel would be that of these hooks. (g++ places none there.)
 *
 *   %sum = alloca [8 x float], align 16
 *   %at = getelementptr inbounds [8 x float], ptr %sum, i32 0, i32 %i
 *   call void @__tsan_write4(ptr %at)
 */
#define _GNU_SOURCE /* memmem */
#include "ir.h"

#include <stdlib.h>

enum { LARGE = 16384 }; /* bytes: it may overflow the stack, which the hooks find */

struct pointer {
    const char *name;
    size_t length;
    int array; /* into which it points */
    struct pointer *next;
};
enum { CHAINS = 1024 };
static struct pointer *chains[CHAINS];
static bool *escapes; /* each array */
static int n_arrays;

/* The end of %name. */
static size_t name_length(const char *name)
{
    size_t n = 0;
    while (name[n] && !strchr(" ,)]}\n:", name[n]))
        n++;
    return n;
}

static struct pointer **chain_of(const char *name, size_t length)
{
    unsigned h = 0;
    for (size_t i = 0; i < length; i++)
        h = 31 * h + (unsigned char)name[i];
    return &chains[h % CHAINS];
}

static const struct pointer *find(const char *name)
{
    const size_t length = name_length(name);
    const struct pointer *p = *chain_of(name, length);
    while (p && (p->length != length || strncmp(p->name, name, length) != 0))
        p = p->next;
    return p;
}

static void add(const char *name, int array)
{
    struct pointer *p = assembly_grown(NULL, sizeof *p);
    const size_t length = name_length(name);
    struct pointer **const chain = chain_of(name, length);
    *p = (struct pointer){name, length, array, *chain};
    *chain = p;
}

static void forget(void)
{
    for (int i = 0; i < CHAINS; i++)
        while (chains[i]) {
            struct pointer *const next = chains[i]->next;
            free(chains[i]);
            chains[i] = next;
        }
    n_arrays = 0;
}

static void note_array(const char *line)
{
    const char *const type = strstr(line, " = alloca [") + 10, *p = type;
    escapes = assembly_grown(escapes, (size_t)(n_arrays + 1) * sizeof *escapes);
    escapes[n_arrays] = ir_size_of(&p) > LARGE;
    add(line + strspn(line, " "), n_arrays++);
}

/* True if the line only loads, stores or fills what its pointers point to. */
static bool only_accesses(const char *line)
{
    static const char *const calls[] = {"@__tsan_",       "@llvm.lifetime.",
                                        "@llvm.memset.",  "@llvm.memcpy.",
                                        "@llvm.memmove.", NULL};
    if (strstr(line, " = load "))
        return true;
    if (begins(line, "  store "))
        return !begins(line, "  store ptr %");
    for (int i = 0; calls[i]; i++)
        if (strstr(line, calls[i]))
            return true;
    return false;
}

/* Each array whose pointer the line uses in another way escapes. */
static void note_uses(const char *line)
{
    const char *const result = strstr(line, " = ");
    const char *const use = result ? result : line;
    if (result && begins(result, " = getelementptr ")) {
        const char *base = strstr(result, ", ptr %");
        const struct pointer *const p = base ? find(base + 6) : NULL;
        if (p) {
            add(line + 2, p->array);
            return;
        }
    }
    if (only_accesses(use))
        return;
    for (const char *at = use; (at = strchr(at, '%')); at++) {
        const struct pointer *const p = find(at);
        if (p)
            escapes[p->array] = true;
    }
}

void ir_locals(int first, int end)
{
    forget();
    for (int i = first; i < end; i++)
        if (strstr(assembly_line(i)->text, " = alloca ["))
            note_array(assembly_line(i)->text);
    for (int i = first; n_arrays && i < end; i++) {
        const char *const line = assembly_line(i)->text;
        if (begins(line, "  ") && !strstr(line, " = alloca "))
            note_uses(line);
    }
}

bool ir_is_of_local(const char *line)
{
    static const char *const hooks[] = {"  call void @__tsan_read",
                                        "  call void @__tsan_write",
                                        "  call void @__tsan_unaligned_"};
    bool is = false;
    for (size_t k = 0; k < sizeof hooks / sizeof *hooks; k++)
        is |= begins(line, hooks[k]);
    const char *const at = is ? strstr(line, "(ptr ") : NULL;
    const char *const name = at ? strchr(at, '%') : NULL;
    const struct pointer *const p = name ? find(name) : NULL;
    return p && !escapes[p->array];
}
