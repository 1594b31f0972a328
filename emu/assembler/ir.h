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

/* Look for the local arrays of the function in lines [first, end) whose address goes
   nowhere; then: true if the line is a hook at an access of such an array. */
void ir_locals(int first, int end);
bool ir_is_of_local(const char *line);

/* The bytes of the type at *p, without what lies between members; then *p is behind it.
   Structs are found in the text that ir_types() was given. */
void ir_types(const char *text);
long ir_size_of(const char **p);

/* Before a call that may leave the text: prints the store of its place, which the table
   of places then has. */
void ir_put_site(const char *text);
/* A line's place; that of the line before it in the function if it has none. */
int ir_place_now(const char *text);
void ir_function_begins(void);

/* What the table of objects has of a function or variable; type: NULL for a function.
 */
enum ir_object { OBJECT_FUNCTION, OBJECT_VARIABLE, OBJECT_CONSTANT, OBJECT_SHARED };
void ir_add_object(const struct symbol *s, const char *type, enum ir_object kind);
/* Prints both tables, and their strings: platform/wasm/program.h. */
void ir_put_tables(void);

#define IR_ARRAYS "emu_arrays." /* ir_before.c notes a kernel's local arrays there */

/* Prints the text as clang's passes take it (ir_before.c). kept: if it is not NULL, all
   other names are local. 0, or 2. */
int ir_before(char *text, const char *kept);

#endif
