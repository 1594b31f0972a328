/* The end of a program that cannot draw its picture. */
#ifndef FAIL_H
#define FAIL_H

/* Print "plot: ", the message, which is as printf's, and a newline to stderr. Exit with
   status 2. */
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
