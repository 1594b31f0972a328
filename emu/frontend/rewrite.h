/* What the files of rewrite share: the program's tokens, and what is done to them. */
#ifndef EMU_REWRITE_H
#define EMU_REWRITE_H

#include <stdbool.h>
#include <stddef.h>

/* What every refusal says, between what is refused and what to do. */
#define NOT_SUPPORTED " not supported by the emulator: "

struct token {
    const char *start;
    size_t length;
    bool user;                         /* not from a system header */
    enum { HOST, DEVICE, BOTH } scope; /* who runs the function it is in */
    int line;                          /* in `file` */
    const char *file;                  /* quoted, as in the line marker */
    const char *space;                 /* white space and line markers before it */
    size_t space_length;
    char *before;  /* text to put before it, or NULL */
    char *instead; /* text to put in its place, or NULL */
};
extern struct token *tokens; /* n_tokens, and one behind them for what space is left */
extern size_t n_tokens;
extern bool tokens_unroll; /* there is a #pragma unroll among them */

/* rewrite_tokens.c: split the text, which stays in use, and has a byte 0 behind its
   `bytes`; nothing is freed. */
void tokenize(const char *text, size_t bytes);
/* Whether token i is this text; a name or keyword. False if there is no token i. */
bool token_is(size_t i, const char *text);
bool token_is_name(size_t i);
/* From the bracket at i to its partner, in direction step (1 or -1). */
size_t token_partner(size_t i, int step);
/* The source text of tokens [from, to), on one line, to be freed. */
char *token_text(size_t from, size_t to);
/* Say what is wrong at token `at`, and exit with status 1. */
_Noreturn void token_die(size_t at, const char *what);
/* printf into memory; the text as a string literal. Both to be freed. */
char *text_format(const char *pattern, ...);
char *text_quoted(const char *text);

/* rewrite_builtin.c: threadIdx.x and its kin at token i, in a kernel; the program's own
   `const int warpSize = 32;`, which C++ has no room for beside the built-in one. */
void rewrite_builtin(size_t i);
void rewrite_warp_size(size_t i);

/* rewrite_launch.c: the launch whose <<< is token `at`. */
void rewrite_launch(size_t at);

/* rewrite_qualifiers.c: __shared__ at token i; __device__, __constant__, __managed__;
   alignas behind one of them. */
void rewrite_shared(size_t i);
void rewrite_device(size_t i);
void rewrite_alignas(size_t i);

/* rewrite_kernel.c: note that the function with the qualifier at token i runs in
   kernels; then, for each token of its body, what is other or refused there. */
void rewrite_mark_body(size_t i);
void rewrite_in_kernel(size_t i);

/* rewrite_host.c: note the program's functions, once; whether one of the name at token
   i may be called in kernels; token_die() if a kernel calls, at token i, one that it
   must not. */
void rewrite_find_functions(void);
bool rewrite_is_device_function(size_t i);
void rewrite_host_call(size_t i);

/* rewrite_refuse.c: token_die() if the name at token i is of a feature that the
   emulator has not. */
void rewrite_refuse(size_t i);

#endif
