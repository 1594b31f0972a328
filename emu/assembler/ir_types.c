/* Sizes of LLVM's types, in bytes; ir.h has the contract. */
#include "ir.h"

#include <stdlib.h>

static const char *program = "";

void ir_types(const char *text)
{
    program = text;
}

/* { i32, [2 x float] }: without what lies between its members. */
static long size_of_members(const char **p)
{
    long all = 0;
    while (**p && **p != '}') {
        const char *const before = *p;
        *p += strspn(*p, "{< ,");
        if (**p != '}')
            all += ir_size_of(p);
        if (*p == before)
            break;
    }
    *p += **p == '}';
    return all;
}

static long size_of_struct(const char *name, size_t length)
{
    const char *p = program;
    while ((p = strstr(p, " = type "))) {
        const char *start = p;
        while (start > program && start[-1] != '\n')
            start--;
        p += 8;
        if ((size_t)(p - 8 - start) == length && !strncmp(start, name, length))
            return *p == '{' || *p == '<' ? size_of_members(&p) : 0;
    }
    return 0;
}

/* Of the type at *p, which then is behind it. */
long ir_size_of(const char **p)
{
    if (**p == '[' || **p == '<') { /* [4 x float] */
        char *end;
        const long n = strtol(*p + 1, &end, 10);
        *p = end + 3;
        const long each = ir_size_of(p);
        *p += strspn(*p, "]>");
        return n * each;
    }
    if (**p == '{')
        return size_of_members(p);
    if (**p == '%') {
        const char *const name = *p;
        *p += name[1] == '"' ? 2 + strcspn(name + 2, "\"") + 1 : strcspn(name, " ,]}");
        return size_of_struct(name, (size_t)(*p - name));
    }
    const char *const type = *p;
    *p += strcspn(type, " ,]}>");
    return begins(type, "double")                           ? 8
           : begins(type, "half") || begins(type, "bfloat") ? 2
           : *type == 'i' && atoi(type + 1)                 ? (atoi(type + 1) + 7) / 8
                                                            : 4;
}
