/* The text of a kernel, for a page. */
#ifndef SOURCE_H
#define SOURCE_H

#include <jansson.h>
#include <stdbool.h>

/* {"path": ..., "lines": [...], "withheld": [...]}: the lines between STEP and END are
   null if `withhold`. A file that cannot be read ends the program by fail(). The caller
   releases it. */
json_t *source_json(const char *path, bool withhold);

#endif
