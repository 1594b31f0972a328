/* The tiles that are linked into a runner; tune/linked.h states the contract. */
#include <string.h>

#include "tune/linked.h"

/* Where the linker's table begins and ends; both NULL in a program without tiles. */
extern __attribute__((weak)) struct tune_entry *__start_tune_tiles[];
extern __attribute__((weak)) struct tune_entry *__stop_tune_tiles[];

operation_function *linked_kernel(const struct tile *t)
{
    for (struct tune_entry **e = __start_tune_tiles; e != __stop_tune_tiles; e++)
        if (memcmp(&(*e)->tile, t, sizeof *t) == 0)
            return (*e)->call;
    return NULL;
}
