/* The text of a file, as far as it says which lab it is for, and what is filled in. */
#ifndef SUBMISSION_TEXT_H
#define SUBMISSION_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *dense; /* the text without white space; of a long text the beginning */
    size_t bytes;
    char *lines; /* the first lines, with a space before each */
    size_t line_bytes;
    bool untouched; /* it has gaps to be filled in, and nothing in them */
};

/* Read an open file and close it. -1, and what cannot be read, has an empty text. Call
   text_free() on the result. */
struct text text_read(int file);
void text_free(struct text *t);

/* True if two texts differ in nothing but white space. */
bool text_same(const struct text *a, const struct text *b);

#endif
