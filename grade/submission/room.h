/* Memory; if it is exhausted, the program ends with status 2 and a line on stderr. */
#ifndef SUBMISSION_ROOM_H
#define SUBMISSION_ROOM_H

#include <stddef.h>

/* `old`, which may be NULL, with room for `n` times `size` bytes. Free it. */
void *room_for(void *old, size_t n, size_t size);

/* What printf() makes of the arguments. Free it. */
char *room_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
