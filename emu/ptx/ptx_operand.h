/* The operands of an instruction of inline PTX in C++. All texts are for free(). What
   is wrong ends the program, by ptx_die(). */
#ifndef EMU_PTX_OPERAND_H
#define EMU_PTX_OPERAND_H

#include "ptx.h"

/* ptx_registers.c: the C++ declarations for ".reg .b32 a, b<4>;". */
char *ptx_registers_text(const struct ptx_source *s, const struct ptx_instruction *i);
/* A register: one that is declared, an operand such as %0, or %tid.x and the like. */
char *ptx_register_text(const struct ptx_source *s, const char *text);
/* The statement ends: none is declared. */
void ptx_forget_registers(void);
/* The name of a register or label, which becomes a part of a C++ name; in `text`. */
const char *ptx_checked_name(const struct ptx_source *s, const char *text);

/* ptx_operand.c: any operand. */
char *ptx_operand_text(const struct ptx_source *s, const char *text);
/* A constant, whose value the type has; an operand "n" is one: rewrite_ptx.c. */
char *ptx_constant_text(const struct ptx_source *s, const char *text);

#endif
