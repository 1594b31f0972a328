/* Operations by name; operation.h states the contract. */
#include "operation/operation.h"

#include <string.h>

/* The linker's table; both NULL in a program without operations. */
extern __attribute__((weak)) const struct operation *const __start_operations[];
extern __attribute__((weak)) const struct operation *const __stop_operations[];

const struct operation *operation_find(const char *name)
{
    for (const struct operation *const *o = __start_operations; o != __stop_operations;
         o++)
        if (strcmp((*o)->name, name) == 0)
            return *o;
    return NULL;
}

double operation_rate(double count, double ms)
{
    return count / (ms * 1e-3) / 1e9;
}

int operation_extent(const struct operation *o, int index, const int size[])
{
    if (index == ONE)
        return 1;
    return index < OPERATION_SIZES ? size[index] : o->extent[index - EXTENT(0)](size);
}

int operation_size_index(const struct operation *o, const char *name)
{
    for (int i = 0; o->size[i]; i++)
        if (strcmp(o->size[i], name) == 0)
            return i;
    return -1;
}
