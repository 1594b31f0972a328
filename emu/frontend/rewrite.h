/* What the files of the rewriter share: how each changes the program's tokens. */
#ifndef EMU_REWRITE_H
#define EMU_REWRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "tokens.h"

/* The middle of every refusal, between what is refused and what to do instead. */
#define NOT_SUPPORTED " not supported by the emulator: "

/* rewrite_builtin.c: threadIdx.x and the like at token i, in a kernel; the program's
   own `const int warpSize = 32;`, which conflicts with the built-in one. */
void rewrite_builtin(size_t i);
void rewrite_warp_size(size_t i);

/* rewrite_launch.c: the launch whose <<< is token `at`. */
void rewrite_launch(size_t at);

/* rewrite_launch_call.c: cudaLaunchKernel() and the like at token i. Register the
   kernel whose body begins at token `open`: such calls may name it by its address. */
void rewrite_launch_call(size_t i);
/* True if the program has nodes of graphs that launch kernels. */
bool rewrite_has_kernel_nodes(void);
void rewrite_register_kernel(size_t qualifier, size_t open);

/* rewrite_qualifiers.c: __shared__ at token i; __device__, __constant__, __managed__;
   alignas after one of them. Write what assembler.h must know to a file; false if that
   fails. */
void rewrite_shared(size_t i);
void rewrite_device(size_t i);
void rewrite_alignas(size_t i);
bool rewrite_write_notes(const char *path);
/* Note for assembler.h: tokens [open, close] are code for kernels alone. */
void rewrite_note_body(size_t open, size_t close);

/* rewrite_kernel.c: note which side runs the body and the member initialisers of the
   function with the qualifier at token i; false if it has no body here. Then, for each
   token of a body that runs in kernels, rewrite or refuse it. */
bool rewrite_mark_body(size_t i);
void rewrite_in_kernel(size_t i);
/* The text is the host's: bodies that no host function needs are left out. */
void rewrite_for_host(void);
bool rewrite_is_for_host(void);

/* rewrite_members.c: give the struct at token i a table of its members; note the array
   of dynamic shared memory that is declared at token `name`; note a cast of it, which
   ends at token i. */
void rewrite_members(size_t i);
void rewrite_note_dynamic(size_t name);
void rewrite_view(size_t i);

/* rewrite_address.c: the address of an array, at token i, in a kernel. */
void rewrite_address(size_t i);
/* The token after s[1], s[1].x and the like, which begins at token i. */
size_t rewrite_behind_element(size_t i);
/* The token after the template arguments that begin with < at i; i if they have no
   end. */
size_t rewrite_behind_arguments(size_t i);
/* True if two tokens have the same text. */
bool rewrite_same_text(size_t a, size_t b);

/* rewrite_index.c: the indices of a local array, at token i, in a kernel. Must be
   called in the order of the tokens. */
void rewrite_index(size_t i);

/* rewrite_defined.c: a shift or a conversion to an integer, at token i, in a kernel. */
void rewrite_defined(size_t i);

/* rewrite_ptx.c: the asm statement of a kernel at token i; false if there is none. */
bool rewrite_ptx(size_t i);

/* rewrite_bounds.c: drop __launch_bounds__(...) or __maxnreg__(...) at token i; false
   if there is neither. What the body of the kernel that is declared by tokens [first,
   body) begins with, to note them: C++ text, which the caller frees. Kernels without
   them have at most n registers: a number as text, of -maxrregcount. */
bool rewrite_drop_bounds(size_t i);
void rewrite_limit_registers(const char *n);
char *rewrite_bounds(size_t first, size_t body);
/* What that body begins with besides, the call of emu_launch.h: C++ text, which the
   caller frees. */
char *rewrite_enter(size_t first, size_t body);

/* rewrite_heap.c: note a use of the heap at token i, in a kernel's function. After the
   program, print the definitions that it needs for that. */
void rewrite_heap(size_t i);
void rewrite_print_heap(void);

/* rewrite_host.c: note the program's functions, once, and mark those of the host; mark
   the lambda that begins at token i, in host code (see assembler.h). True if the
   program has a function of the name at token i; several functions of that name; one
   that kernels may call; one without a qualifier, so that no launch can mean it. */
void rewrite_find_functions(void);
void rewrite_mark_lambda(size_t i);
bool rewrite_is_own_function(size_t i);
bool rewrite_is_overloaded(size_t i);
bool rewrite_is_device_function(size_t i);
bool rewrite_is_for_host_alone(size_t i);

/* rewrite_refuse.c: token_die() if the name at token i belongs to a feature, or to a
   library, that the emulator does not support. */
void rewrite_refuse(size_t i);
void rewrite_refuse_library(size_t i);

#endif
