/* Callables by name; call.h states the contract. */
#include "call/call.h"

#include <string.h>

/* The linker's table; both NULL in a program without callables. */
extern __attribute__((weak)) const struct callable *const __start_callables[];
extern __attribute__((weak)) const struct callable *const __stop_callables[];

const struct callable *callable_find(const char *name)
{
    for (const struct callable *const *c = __start_callables; c != __stop_callables;
         c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}
