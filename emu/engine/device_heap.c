/*
 * malloc(), free(), new and delete in functions that run in kernels. C++ has one
 * operator new for host and kernels: the caller's side decides which memory it returns.
 */
#include <stdio.h>
#include <stdlib.h>

#include "event.h"
#include "heap.h"
#include "memory.h"
#include "note.h"
#include "platform.h"

#define PC (EMU_CALLER())

static void *take(size_t bytes, uintptr_t pc)
{
    char who[128];
    if (!emu_in_kernel())
        return malloc(bytes);
    uint64_t *held = emu_hold_on();
    void *p = emu_heap_take(bytes);
    emu_go_on(held);
    if (!p && bytes) {
        emu_say_running(who, sizeof who);
        emu_note(
            pc, "HEAP",
            "give the heap more bytes before the first launch: "
            "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes); and compare the "
            "pointer with NULL",
            "%s gets NULL for %zu bytes: the heap of kernels, of %zu bytes, is full",
            who, bytes, emu_heap_limit());
    }
    return p;
}

static void give(void *pointer, uintptr_t pc)
{
    if (!pointer)
        return;
    if (!emu_in_kernel()) {
        free(pointer);
        return;
    }
    uint64_t *held = emu_hold_on();
    const bool known = emu_heap_give(pointer);
    emu_go_on(held);
    if (!known)
        emu_stop_at(
            emu_memory_is_device(pointer)
                ? "frees memory not from malloc() in a kernel, or frees it twice"
                : "frees memory of the host",
            pc);
}

void *emu_malloc(size_t bytes)
{
    return take(bytes, PC);
}

void emu_free(void *pointer)
{
    give(pointer, PC);
}

void *emu_new(size_t bytes)
{
    void *p = take(bytes ? bytes : 1, PC);
    if (!p && !emu_in_kernel()) {
        fprintf(stderr, "emulator: not enough memory for new\n");
        abort();
    }
    return p;
}
