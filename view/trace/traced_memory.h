/* Memory from the heap. Where there is none left, the program ends by fail(). */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/*
 * Make room for at least `count` elements of `size` bytes in an array that has room for
 * *room. Returns the array, which may have moved, and sets *room. An array of no
 * elements is NULL. What is new is not set. The caller frees the array.
 */
void *memory_grow(void *array, size_t *room, size_t count, size_t size);

/* Returns a new array of `count` elements of `size` bytes, all zero. The caller frees
   it. */
void *memory_zeroed(size_t count, size_t size);

#endif
