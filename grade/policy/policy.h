/*
 * What a submission's text may contain. It is judged three times, by the same rules:
 *
 *   directives   the text as it is: its #line, #pragma and other lines
 *   own          preprocessed, with every allowed header empty: all tokens are its own
 *   built        preprocessed as it is compiled: the tokens that are on its lines, so
 *                that a branch which only the build takes is judged as well
 *
 * A line that is not allowed ends the program with status 1 and, on standard error,
 * "FILE:LINE: forbidden: why".
 */
#ifndef POLICY_H
#define POLICY_H

#include <stdbool.h>
#include <stddef.h>

/* "source:line: forbidden: " and the text, and the end. */
_Noreturn void policy_forbid(const char *source, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* policy_directives.c: the source's preprocessing directives. The text ends with a
   byte 0. Conditions may ask for the text's own macros, but not if they are among
   `predefined`, names on a line each: kernels must be the same where nvcc compiles
   them.
 */
void policy_directives(const char *source, const char *text, const char *predefined);

/* policy_directives.c: true if `text`, the words after "#pragma", begins like an
   allowed one. */
bool policy_is_pragma_allowed(const char *text);

/* policy_markers.c: the line markers and pragmas of a preprocessed text. Files that the
   source includes must be among the `headers`, one name per line; in the own stream
   (`built` false) nothing else may be named at all. */
void policy_markers(const char *source, const char *text, const char *headers,
                    bool built);

/* policy_markers.c: if `includes`, print a line "#include <vector>" for each header
 * that the source includes; else print the lines of the preprocessed text that come
 * from headers.
 */
void policy_print(const char *source, const char *text, const char *headers,
                  bool includes);

/* policy_names.c: true if a character of the preprocessed text is between two tokens;
   the lines of a raw string are not. */
bool policy_is_between(const char *p);

/* policy_names.c: the tokens of the preprocessed text: all of them, or if `built` those
   on the source's lines. Reserved identifiers must match a line of `names`, regular
   expressions; attributes must be among those of policy_names.c. */
void policy_tokens(const char *source, const char *names, bool built);

#endif
