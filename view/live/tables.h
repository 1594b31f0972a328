/* What make leaves in results/ about one kernel, as JSON for the page. */
#ifndef LIVE_TABLES_H
#define LIVE_TABLES_H

#include <jansson.h>

/*
 * The speeds of a lab beside others, at the lab's own sizes:
 *
 *   {"device": "NVIDIA H200", "sizes": ["256", "8 x 4096 x 4096"],
 *    "rows": [{"lab": "03_smem", "whose": "yours", "source": "modelled",
 *              "own": true, "gflops": [2194, null]}]}
 *
 * `own` is the lab's table of speeds. `before` are those of other labs, in order, up to
 * NULL; one under docs/ has nothing but a library's. A row with "changed" is of a
 * kernel that was saved since it was timed. Returns NULL if there is no table of the
 * lab itself.
 */
json_t *tables_speeds(const char *own, char *const before[]);

/* The rows of a table of predictions, each an array of id, got, expected and met.
   Returns NULL if there is no such table. */
json_t *tables_predictions(const char *path);

/* Text as JSON, from bytes that may be no UTF-8. */
json_t *tables_text(const char *text);

#endif
