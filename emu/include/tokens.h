/* The text of a preprocessed .cu file as tokens, each with its place in the source: for
   the rewriter, and for a grader that looks at what a program says.
   frontend/rewrite_tokens.c */
#ifndef EMU_TOKENS_H
#define EMU_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

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

/* Split the text, which stays in use, and has a byte 0 behind its
   `bytes`; nothing is freed. */
void tokenize(const char *text, size_t bytes);
/* How many there are; token i, where the one behind the last has what space is left;
   true if there is a #pragma unroll among them. */
size_t token_count(void);
struct token *token_at(size_t i);
bool token_unrolls(void);
/* True if token i is this text; a name or keyword. False if there is no token i. */
bool token_is(size_t i, const char *text);
bool token_is_name(size_t i);
/* From the bracket at i to its partner, in direction step (1 or -1). */
size_t token_partner(size_t i, int step);
/* The source text of tokens [from, to), on one line, to be freed. */
char *token_text(size_t from, size_t to);
/* Put text before token i: behind what was put there already, or in front of it. */
void token_insert(size_t i, const char *text);
void token_insert_first(size_t i, const char *text);
/* Say what is wrong at token `at`, and exit with status 1. */
_Noreturn void token_die(size_t at, const char *what);
/* printf into memory; the text as a string literal. Both to be freed. */
char *text_format(const char *pattern, ...);
char *text_quoted(const char *text);

#endif
