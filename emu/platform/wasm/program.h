/* The tables that assembler/ir_parts.c puts into a program. */
#ifndef EMU_PROGRAM_TABLES_H
#define EMU_PROGRAM_TABLES_H

#include <stdint.h>

/* A place in the source, of a function that may be inlined into another one. */
struct site {
    const char *file, *function; /* the mangled name, unless it is inlined */
    int line;
    const struct site *inlined_at; /* NULL: it is not */
};

/* What the program defines. */
struct object {
    const char *name; /* mangled */
    const char *start;
    uint32_t bytes; /* of a kernel: of its local arrays, as the source has them */
    enum { OBJECT_FUNCTION, OBJECT_VARIABLE, OBJECT_CONSTANT, OBJECT_SHARED } kind;
};

#endif
