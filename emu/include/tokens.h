/* The text of a preprocessed .cu file as tokens, each with its place in the source. The
   rewriter uses them, and the grader's check of a program's text.
   frontend/rewrite_tokens.c */
#ifndef EMU_TOKENS_H
#define EMU_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

struct token {
    const char *start;
    size_t length;
    bool user;                         /* not from a system header */
    bool library;                      /* from one that has kernels, such as CUB's */
    enum { HOST, DEVICE, BOTH } scope; /* which side runs the function around it */
    int line;                          /* in `file` */
    const char *file;                  /* quoted, as in the line marker */
    const char *space;                 /* white space and line markers before it */
    size_t space_length;
    char *before;  /* text to put before it, or NULL */
    char *instead; /* text that replaces it, or NULL */
};

/* Split the text, which ends with a byte 0 after its `bytes` bytes. The tokens point
   into it, so it must stay. Nothing is freed. */
void tokenize(const char *text, size_t bytes);
/* The number of tokens; token i, where the one after the last has the remaining space;
   true if the text has a #pragma unroll. */
size_t token_count(void);
struct token *token_at(size_t i);
bool token_unrolls(void);
/* True if a token is of a library: library.h. */
bool token_libraries(void);
/* True if token i is this text; a name or keyword. False if there is no token i. */
bool token_is(size_t i, const char *text);
bool token_is_name(size_t i);
/* From the bracket at i to its partner, in direction step (1 or -1). */
size_t token_partner(size_t i, int step);
/* The source text of tokens [from, to), on one line. The caller frees it. */
char *token_text(size_t from, size_t to);
/* Put text before token i: after the text inserted there before, or in front of it. */
void token_insert(size_t i, const char *text);
void token_insert_first(size_t i, const char *text);
/* Print what is wrong at token `at`, and exit with status 1. */
_Noreturn void token_die(size_t at, const char *what);
/* printf into memory; the text as a string literal. The caller frees both. */
char *text_format(const char *pattern, ...);
char *text_quoted(const char *text);

#endif
