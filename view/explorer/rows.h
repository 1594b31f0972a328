/* A table of tab-separated values, for a page. */
#ifndef ROWS_H
#define ROWS_H

#include <jansson.h>

/* A list with an object per row, whose fields are named by the header. Lines that begin
   with # are left out. A file that cannot be read, or a row with more cells than the
   header, ends the program by fail(). The caller releases it. */
json_t *rows_json(const char *path);

#endif
