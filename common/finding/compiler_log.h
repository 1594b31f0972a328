/* What a compiler or linker said of a kernel that it refused. */
#ifndef FINDING_COMPILER_LOG_H
#define FINDING_COMPILER_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "finding/finding.h"

/* Why, of a line "FILE:17:5: error: why" by g++, "FILE(17): error #20-D: why" by nvcc,
   "error   : why" by what comes after them; to the end of the text. NULL of any other
   line: files and variables may be called error, too. */
const char *compiler_log_error(const char *line);

/* The text of a log, to be freed: its control characters become '?', and the `n` names
   of folders in `without` are left out. NULL if it cannot be read, with a line on
   stderr. */
char *compiler_log_read(const char *path, const char *const without[], int n);

/* True if it is about this machine, not about the kernel; and why. */
bool compiler_log_of_machine(const char *log, const char *source, char *why,
                             size_t size);

/* The COMPILE_ERROR of the kernel `source`, into *f; and leave in `log` what a learner
   should see of it. */
void compiler_log_explain(char *log, const char *source, struct finding *f);

#endif
