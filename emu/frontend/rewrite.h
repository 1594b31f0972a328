/* What the files of rewrite share: what is done to the program's tokens. */
#ifndef EMU_REWRITE_H
#define EMU_REWRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "tokens.h"

/* What every refusal says, between what is refused and what to do. */
#define NOT_SUPPORTED " not supported by the emulator: "

/* rewrite_builtin.c: threadIdx.x and its kin at token i, in a kernel; the program's own
   `const int warpSize = 32;`, which C++ has no room for beside the built-in one. */
void rewrite_builtin(size_t i);
void rewrite_warp_size(size_t i);

/* rewrite_launch.c: the launch whose <<< is token `at`. */
void rewrite_launch(size_t at);

/* rewrite_launch_call.c: cudaLaunchKernel() and its kin at token i; and the kernel
   whose body, which begins at token `open`, such calls may name by its address. */
void rewrite_launch_call(size_t i);
void rewrite_register_kernel(size_t qualifier, size_t open);

/* rewrite_qualifiers.c: __shared__ at token i; __device__, __constant__, __managed__;
   alignas behind one of them. */
void rewrite_shared(size_t i);
void rewrite_device(size_t i);
void rewrite_alignas(size_t i);

/* rewrite_kernel.c: note that the function with the qualifier at token i runs in
   kernels; then, for each token of its body, what is other or refused there. */
void rewrite_mark_body(size_t i);
void rewrite_in_kernel(size_t i);

/* rewrite_address.c: the address of an array, at token i, in a kernel. */
void rewrite_address(size_t i);
/* The token behind s[1], s[1].x and the like, which begins at i. */
size_t rewrite_behind_element(size_t i);
/* True if two tokens have the same text. */
bool rewrite_same_text(size_t a, size_t b);

/* rewrite_heap.c: note what the token in a kernel's function takes from the heap;
   behind the program, what it needs for that, to standard output. */
void rewrite_heap(size_t i);
void rewrite_print_heap(void);

/* rewrite_host.c: note the program's functions, once; true if it has one of the name at
   token i, several bodies of it; if one that may be called in kernels; token_die() if a
   kernel calls, at token i, one that it must not. */
void rewrite_find_functions(void);
bool rewrite_is_own_function(size_t i);
bool rewrite_is_overloaded(size_t i);
bool rewrite_is_device_function(size_t i);
void rewrite_host_call(size_t i);

/* rewrite_refuse.c: token_die() if the name at token i is of a feature that the
   emulator has not; of a library that it has not. */
void rewrite_refuse(size_t i);
void rewrite_refuse_library(size_t i);

#endif
