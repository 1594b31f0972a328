/*
 * The program, by tables that assembler/ir_parts.c puts into it. A pc is that of
 * platform.h; functions and variables have a table of names.
 */
#include "program.h"

#include <stdio.h>
#include <string.h>

#include "emu_launch.h"
#include "param.h"
#include "platform.h"
#include "settings.h"

uint32_t emu_site_now;

extern const char __stop_emu_sites[] __attribute__((weak));
extern const struct object __start_emu_objects[] __attribute__((weak));
extern const struct object __stop_emu_objects[] __attribute__((weak));
extern char __start_emu_shared[];

/* The one after o; the first after NULL; NULL at the end. */
static const struct object *next_object(const struct object *o)
{
    o = o ? o + 1 : __start_emu_objects;
    return (uintptr_t)o < (uintptr_t)__stop_emu_objects ? o : NULL;
}

/* The bytes of their table. */
static uintptr_t places(void)
{
    return (uintptr_t)__stop_emu_sites - (uintptr_t)__start_emu_sites;
}

void emu_program_read(void)
{
    if (EMU_FIRST_PLACE + places() < 1 << 24)
        return;
    fprintf(stderr, "emulator: the program is too large: the emulator cannot "
                    "distinguish its lines\n");
    emu_give_up();
}

bool emu_is_code(uintptr_t pc)
{
    return pc - EMU_FIRST_PLACE < places();
}

static const struct site *site_of(uintptr_t pc)
{
    const uintptr_t place = (pc - EMU_FIRST_PLACE) & ~(uintptr_t)3;
    return emu_is_code(pc) ? (const struct site *)(__start_emu_sites + place) : NULL;
}

bool emu_is_read_only(uintptr_t address)
{
    for (const struct object *o = NULL; (o = next_object(o));)
        if (o->kind == OBJECT_CONSTANT && address - (uintptr_t)o->start < o->bytes)
            return true;
    return false;
}

void emu_place_find(uintptr_t pc, emu_place_visitor *visit, void *data)
{
    const struct site *s = site_of(pc);
    while (s && !visit(data, pc, s->file, s->line, s->function))
        s = s->inlined_at;
}

int emu_place_calls(void **frames, int n)
{
    if (n < 1 || !emu_site_now)
        return 0;
    frames[0] = (void *)EMU_CALLER();
    return 1;
}

/* By the address of a function, or by a place in it. Within one file of the program
   equal names are one text. */
static const struct object *function_of(uintptr_t pc)
{
    const struct site *s = site_of(pc);
    while (s && s->inlined_at)
        s = s->inlined_at;
    for (const struct object *o = NULL; (o = next_object(o));)
        if (o->kind == OBJECT_FUNCTION &&
            (s ? s->function == o->name : (uintptr_t)o->start == pc))
            return o;
    return NULL;
}

bool emu_program_function(uintptr_t pc, uintptr_t *start, char *name, size_t size)
{
    const struct object *const o = function_of(pc);
    if (!o)
        return false;
    *start = (uintptr_t)o->start;
    snprintf(name, size, "%s", o->name);
    return true;
}

/* clang takes arrays apart that g++ keeps on the stack, and keeps values in locals. */
uint64_t emu_program_frame(uintptr_t kernel, uint64_t used)
{
    const struct object *const o = function_of(kernel);
    (void)used;
    return FRAME_BYTES + (o ? o->bytes : 0);
}

void emu_program_shared(emu_symbol_visitor *visit)
{
    visit("emu_shared_dynamic",
          (uintptr_t)emu_shared_dynamic - (uintptr_t)__start_emu_shared,
          SHARED_DYNAMIC_PAGES);
    for (const struct object *o = NULL; (o = next_object(o));)
        if (o->kind == OBJECT_SHARED)
            visit(o->name, (uintptr_t)o->start - (uintptr_t)__start_emu_shared,
                  o->bytes);
}

void emu_program_objects(emu_symbol_visitor *visit)
{
    for (const struct object *o = NULL; (o = next_object(o));)
        if (o->kind == OBJECT_VARIABLE || o->kind == OBJECT_CONSTANT)
            visit(o->name, (uintptr_t)o->start, o->bytes);
}
