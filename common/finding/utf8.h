/* Text that came from anywhere, made fit for a record. */
#ifndef FINDING_UTF8_H
#define FINDING_UTF8_H

#include <stddef.h>

/* Copy the text `from` to `to`, which has room for `size` bytes: control characters but
   newline and tab become '?', bytes that are no UTF-8 U+FFFD. What does not fit is cut,
   between characters. `size` is at least 1. */
void utf8_clean(const char *from, char *to, size_t size);

#endif
