/*
 * Inline PTX. ptx_scan.c splits the text of an asm statement into instructions;
 * ptx_emit.c writes each as C++, with the functions of include/ptx/emu_ptx.hpp, and
 * ptx_operand.c and ptx_registers.c its operands; ptx_table.c and ptx_families.c know
 * the instructions. rewrite_ptx.c finds the statements in the program.
 *
 *   add.s32 %0, %1, 4;     ->  emu_ptx::__add<int32_t>(emu_0, emu_1,
 * emu_ptx::__number{4});
 *   @p bra DONE;           ->  if (emu_r_p) goto emu_l_DONE;
 */
#ifndef EMU_PTX_H
#define EMU_PTX_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PTX_OPERANDS = 8,     /* of an instruction */
    PTX_ARGUMENTS = 1024, /* of an asm statement */
    PTX_NAME = 64
};

/* The text of an asm statement, and what reads it. What is wrong is reported at the
   token of the character `at`, by ptx_die(). */
struct ptx_source {
    const char *text;
    size_t length, at;
    const size_t *token;    /* of each character */
    int operands;           /* of the asm statement: %0, %1... */
    const char *kind, *reg; /* of each: '=', '+' or another character, and the letter of
                               its register: "=f" */
};
_Noreturn void ptx_die(const struct ptx_source *s, const char *what);

/* An instruction. Operands are text: "%0", "[p + 16]", "{a, b}". */
struct ptx_instruction {
    char predicate[PTX_NAME]; /* "p"; "": none */
    bool negated;             /* @!p */
    char opcode[2 * PTX_NAME];
    int n;
    char *operand[PTX_OPERANDS];
};

/* ptx_scan.c: what comes next. */
enum ptx_item { PTX_END, PTX_OPEN, PTX_CLOSE, PTX_REGISTERS, PTX_LABEL, PTX_CODE };
/* PTX_REGISTERS: opcode has the type, the operands are the names. PTX_LABEL: opcode has
   the name. The operands are valid until the next call. */
enum ptx_item ptx_next(struct ptx_source *s, struct ptx_instruction *i);

/* ptx_emit.c: the C++ text of one item. The caller frees it. */
char *ptx_emit(const struct ptx_source *s, enum ptx_item item,
               const struct ptx_instruction *i);

/* ptx_table.c: how an opcode is written in C++. */
struct ptx_function {
    const char *name;     /* of emu_ptx, with its template arguments; NULL: not known */
    const char *operands; /* a letter each; n: a constant */
};
struct ptx_function ptx_find(const char *opcode, char name[], size_t size);

#endif
