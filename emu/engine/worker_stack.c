/* worker_stack.h has the contract. */
#define _GNU_SOURCE
#include "worker_stack.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

#include "emu_launch.h"
#include "param.h"
#include "settings.h"
#include "shared.h"

enum { GUARD_BYTES = 4096, STACK_OWN = 8 << 20 /* for the emulator's functions */ };

static void *find_dynamic(void *unused)
{
    (void)unused;
    return emu_shared_dynamic;
}

_Noreturn static void give_up(void)
{
    fprintf(stderr, "emulator: cannot reserve the stack of a worker\n");
    emu_give_up();
}

/* The distance from dynamic shared memory to the end of a stack. The C library
   alone knows it, and all threads have the same: ask one whose stack is known. */
static size_t distance_to_end(char *stack, size_t bytes)
{
    static size_t distance;
    pthread_attr_t attributes;
    pthread_t thread;
    void *dynamic;
    if (distance)
        return distance;
    if (pthread_attr_init(&attributes) ||
        pthread_attr_setstack(&attributes, stack, bytes) ||
        pthread_create(&thread, &attributes, find_dynamic, NULL) ||
        pthread_join(thread, &dynamic))
        give_up();
    pthread_attr_destroy(&attributes);
    distance = (size_t)(stack + bytes - (char *)dynamic);
    return distance;
}

void emu_worker_stack(pthread_attr_t *attributes)
{
    const size_t bytes =
        STACK_OWN + (emu_shared_bytes() / SHARED_WINDOW + 1) * SHARED_WINDOW;
    char *memory =
        mmap(NULL, bytes + SHARED_WINDOW + GUARD_BYTES, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, GUARD_BYTES, PROT_NONE))
        give_up();
    char *stack = memory + GUARD_BYTES;
    const uintptr_t dynamic = (uintptr_t)stack + bytes - distance_to_end(stack, bytes);
    stack += (SHARED_DYNAMIC_START - dynamic) % SHARED_WINDOW;
    if (pthread_attr_setstack(attributes, stack, bytes))
        give_up();
}
