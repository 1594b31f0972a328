/* The debug information of LLVM's intermediate representation, by the numbers of its
   metadata, as in !dbg !12. */
#ifndef EMU_IR_H
#define EMU_IR_H

#include "assembler.h"

/* The number behind ", !dbg !"; -1: there is none. */
int ir_place(const char *text);

/* A place in the source: the file's number, the function's, and the place into which it
   was inlined, or -1. False if the number is not that of a place. */
struct ir_place {
    int line, file, function, inlined_at;
};
bool ir_place_of(int number, struct ir_place *to);
/* The name of a function. */
const char *ir_function(int number);

/* The definition of a global variable, in its parts: what comes before the type, with
   the name; the type and the initial value; from ", section" or ", align" on. */
struct ir_variable {
    const char *name; /* without @ */
    int name_length;
    const char *type, *value, *rest; /* value: behind the type and its space */
    bool shared, external, constant;
};
bool ir_variable(const char *text, struct ir_variable *v);

/* Behind a type. */
const char *ir_behind_type(const char *p);

/* The text with long blocks parted (ir_blocks.c). */
char *ir_part_blocks(char *text);

/* Prints the text as clang's passes take it (ir_before.c). kept: if it is not NULL, all
   other names are local. 0, or 2. */
int ir_before(char *text, const char *kept);

#endif
