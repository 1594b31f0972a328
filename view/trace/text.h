/*
 * Text that grows. `struct text t = {0};` is empty.
 *
 * None of these functions can fail, except that the program ends where no memory is
 * left.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

struct text {
    char *start; /* use text_of() */
    size_t length, room;
};

/* Put more at the end, as printf would write it. */
void text_add(struct text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Remove these characters from the end, as many as there are. */
void text_trim(struct text *t, char c);

/* Returns the text, valid until it changes. */
const char *text_of(const struct text *t);

/* Make it empty, and keep its memory. */
void text_clear(struct text *t);

/* Make it empty, and free its memory. */
void text_free(struct text *t);

#endif
