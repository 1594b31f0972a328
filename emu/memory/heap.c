/*
 * The heap of kernels; heap.h has the contract. Objects follow one another, with an
 * inaccessible gap in between. Freed memory is not reused in the same launch, or two
 * blocks would seem to race for it.
 */
#include "heap.h"

#include <pthread.h>
#include <stdlib.h>

#include "memory.h"

enum {
    LINE = 128, /* bytes: objects share no line, so that counters do not depend on
                   where each lies */
    GAP = LINE, /* between two */
    ROOM = sizeof(size_t) == 8 ? 8 : 2 /* times the limit, for freed objects */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t limit = 8 << 20; /* bytes, as of CUDA */
static char *start;
static size_t room, next, in_use; /* bytes; next: where the next object goes */

/* Objects by place: for each line of the heap the bytes of the object that starts
   there, and a flag if it is freed. */
static struct object {
    size_t bytes;
    bool freed;
} * objects;

bool emu_heap_set_limit(size_t bytes)
{
    if (start)
        return bytes == limit;
    limit = bytes;
    return true;
}

size_t emu_heap_limit(void)
{
    return limit;
}

void emu_heap_forget(void)
{
    free(objects);
    objects = NULL;
    start = NULL;
    next = in_use = 0;
}

/* The end of the last object in use. */
static void take_back_the_end(void)
{
    size_t line = next / LINE, end = 0;
    while (line-- > 0)
        if (objects[line].bytes && !objects[line].freed) {
            end = line * LINE + (objects[line].bytes + LINE - 1) / LINE * LINE + GAP;
            break;
        }
    next = end;
}

bool emu_heap_open(void)
{
    void *heap;
    if (start) {
        take_back_the_end();
        return true;
    }
    room = limit * ROOM / LINE * LINE;
    objects = calloc(room / LINE, sizeof *objects);
    if (!objects || emu_memory_take(&heap, room, 0)) {
        free(objects);
        objects = NULL;
        return false;
    }
    start = heap;
    emu_memory_shut(start, room);
    return true;
}

void *emu_heap_take(size_t bytes)
{
    void *p = NULL;
    pthread_mutex_lock(&lock);
    if (start && bytes > 0 && bytes <= limit - in_use && bytes <= room &&
        next + bytes <= room) {
        const size_t first = next / LINE;
        p = start + next;
        in_use += bytes;
        next += (bytes + LINE - 1) / LINE * LINE + GAP;
        next = next < room ? next : room;
        for (size_t i = first; i < next / LINE; i++) /* of an earlier launch */
            objects[i] = (struct object){0};
        objects[first].bytes = bytes;
        emu_memory_unset(p, bytes);
    }
    pthread_mutex_unlock(&lock);
    return p;
}

bool emu_heap_give(void *p)
{
    const size_t at = (char *)p - start;
    bool known = false;
    pthread_mutex_lock(&lock);
    if (start && at < next && at % LINE == 0) {
        struct object *o = &objects[at / LINE];
        known = o->bytes && !o->freed;
        if (known) {
            o->freed = true;
            in_use -= o->bytes;
            emu_memory_shut(p, o->bytes);
        }
    }
    pthread_mutex_unlock(&lock);
    return known;
}

bool emu_heap_object(uint64_t offset, uint64_t *object, uint64_t *bytes, bool *freed)
{
    const uint64_t first = (uintptr_t)start - emu_arena(), at = offset - first;
    if (!start || at >= room)
        return false;
    size_t line = at / LINE;
    while (line > 0 && !objects[line].bytes)
        line--;
    *object = first + line * LINE;
    *bytes = objects[line].bytes;
    *freed = objects[line].freed;
    return true;
}
