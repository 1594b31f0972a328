/* The text of a file: the lab that it is for, and the gaps that are filled in. */
#ifndef SUBMISSION_TEXT_H
#define SUBMISSION_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *dense; /* the text without white space; of a long text the beginning */
    size_t bytes;
    char *lines; /* the first lines, with a space before each */
    size_t line_bytes;
    bool untouched; /* it has gaps, and all are empty */
};

/* Read an open file and close it. The text is empty for -1 and if the file cannot be
   read. Call text_free() on the result. */
struct text text_read(int file);
void text_free(struct text *t);

/* True if two texts differ in nothing but white space. */
bool text_same(const struct text *a, const struct text *b);

#endif
