/*
 * How a kernel's function is called, whatever its arguments are: call/call_sgemm.c
 * is sgemm()'s. All that a program needs which calls kernels and judges nothing.
 */
#ifndef CALL_H
#define CALL_H

#include <stdbool.h>

enum { OPERATION_SIZES = 8, OPERATION_SCALARS = 8, OPERATION_ARRAYS = 8 };

struct operation;

/* One call: the numbers that the function is given, in the order of the operation. */
struct call {
    const struct operation *of; /* NULL if not requested */
    int size[OPERATION_SIZES];
    float scalar[OPERATION_SCALARS];
    void *array[OPERATION_ARRAYS]; /* device memory */
};
typedef void operation_function(const struct call *c);

/* A function that a kernel may have. */
struct callable {
    const char *name; /* "sgemm" */
    operation_function *call;
    bool (*here)(void); /* true if a kernel that has it is linked in */
};

/* The callable of that name; NULL if this program knows none. */
const struct callable *callable_find(const char *name);

/* Enter a callable in the program's list, which the linker keeps. */
#ifndef CALLABLE
#define CALLABLE(function)                                                             \
    static const struct callable function##_callable = {#function, function##_call,    \
                                                        function##_here};              \
    __attribute__((                                                                    \
        section("callables"),                                                          \
        used)) static const struct callable *const function##_callable_entry =         \
        &function##_callable
#endif

#endif
