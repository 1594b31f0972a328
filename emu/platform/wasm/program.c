/*
 * The program, by tables that frontend/sites.c puts into it. A pc is the address of a
 * place; functions and variables have a table of names.
 */
#include "program.h"

#include <stdio.h>
#include <string.h>

#include "emu_launch.h"
#include "param.h"
#include "platform.h"
#include "settings.h"

uint32_t emu_site_now;

extern const struct site __start_emu_sites[] __attribute__((weak));
extern const struct site __stop_emu_sites[] __attribute__((weak));
extern const struct object __start_emu_objects[] __attribute__((weak));
extern const struct object __stop_emu_objects[] __attribute__((weak));
extern char __start_emu_shared[];

/* The one after o; the first after NULL; NULL at the end. */
static const struct object *next_object(const struct object *o)
{
    o = o ? o + 1 : __start_emu_objects;
    return (uintptr_t)o < (uintptr_t)__stop_emu_objects ? o : NULL;
}

void emu_program_read(void)
{
    if ((uintptr_t)__stop_emu_sites < 1 << 24)
        return;
    fprintf(stderr, "emulator: the program is too large: the emulator cannot "
                    "distinguish its lines\n");
    emu_give_up();
}

bool emu_is_code(uintptr_t pc)
{
    return pc >= (uintptr_t)__start_emu_sites && pc < (uintptr_t)__stop_emu_sites;
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
    const struct site *s = (const struct site *)(pc & ~(uintptr_t)3);
    if (!emu_is_code(pc))
        return;
    while (s && !visit(data, pc, s->file, s->line, s->function))
        s = s->inlined_at;
}

int emu_place_calls(void **frames, int n)
{
    if (n < 1 || !emu_site_now)
        return 0;
    frames[0] = (void *)emu_site_now;
    return 1;
}

/* By the address of a function, or by a place in it. */
bool emu_program_function(uintptr_t pc, uintptr_t *start, char *name, size_t size)
{
    const struct site *s = emu_is_code(pc) ? (const struct site *)pc : NULL;
    while (s && s->inlined_at)
        s = s->inlined_at;
    for (const struct object *o = NULL; (o = next_object(o));)
        if (o->kind == OBJECT_FUNCTION &&
            (s ? !strcmp(s->function, o->name) : (uintptr_t)o->start == pc)) {
            *start = (uintptr_t)o->start;
            snprintf(name, size, "%s", o->name);
            return true;
        }
    return false;
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
