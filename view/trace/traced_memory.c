/* Arrays that grow; traced_memory.h states the contract. */
#include "trace/traced_memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "trace/fail.h"

void *memory_grow(void *array, size_t *room, size_t count, size_t size)
{
    size_t more = *room;

    if (count <= *room)
        return array;
    while (more < count)
        more = more > SIZE_MAX / 4 ? count : 2 * more + 16;
    array = more <= SIZE_MAX / size ? realloc(array, more * size) : NULL;
    if (!array)
        fail("there is not enough memory");
    *room = more;
    return array;
}

void *memory_zeroed(size_t count, size_t size)
{
    void *const array = calloc(count, size);

    if (!array)
        fail("there is not enough memory");
    return array;
}
