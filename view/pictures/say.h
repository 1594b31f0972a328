/* The words that pictures of requests have in common. Each function puts
   them at the end of a text. */
#ifndef SAY_H
#define SAY_H

#include "trace/traced_request.h"
#include "trace/text.h"
#include "trace/trace_file.h"

/* What a kernel is called: its lab, with what tells it from the learner's. "03_smem",
   "03_smem (reference)", "03_smem (mine.cu)". From the environment: BASE, KERNEL. */
void say_title(struct text *t, const struct trace *trace);

/* The code of a line of the kernel. If WITHHOLD is set in the environment, a line that
   learners write themselves is its STEP instead: "STEP 2: compute the element". Valid
   until the next call. */
const char *say_code(const struct trace *trace, const char *file, int line);

/* "counted by the emulator (NVIDIA H200)" */
void say_counted(struct text *t, const struct trace *trace);

/* The element of r's array that begins with this byte: "A[192][0]"; of an array without
   rows, or between two floats, "As + 64 bytes". */
void say_element(struct text *t, const struct traced_request *r, long long byte);

/* "lane 3", "lanes 0-31", "lanes 0 2 4", "lanes 0 2...30"; bit i is lane i. */
void say_lanes(struct text *t, uint32_t lanes);

/* "1 sector", "4 sectors" */
void say_plural(struct text *t, int n, const char *what);

#endif
