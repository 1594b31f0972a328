/*
 * Fibres on WebAssembly. The engine has the stack of each, with its calls and most of
 * its variables: JavaScript suspends and resumes it (host.mjs, by JSPI). Variables that
 * have addresses are on a second stack, in memory, whose pointer is saved here.
 */
#include "platform.h"

#include "crew.h"
#include "traps.h"

__attribute__((import_module("emu"), import_name("switch"))) int
host_switch(uint32_t from, uint32_t to, const struct context *begin);
__attribute__((import_module("emu"), import_name("forget"))) void
host_forget(uint32_t number);

__attribute__((import_module("emu"), import_name("leave"))) _Noreturn void
host_leave(void);

static uint32_t numbers;

static inline char *stack_pointer(void)
{
    char *p;
    __asm__ volatile(".globaltype __stack_pointer, i32\n"
                     "global.get __stack_pointer\n"
                     "local.set %0"
                     : "=r"(p));
    return p;
}

static inline void set_stack_pointer(char *p)
{
    __asm__ volatile(".globaltype __stack_pointer, i32\n"
                     "local.get %0\n"
                     "global.set __stack_pointer" ::"r"(p));
}

void emu_context_new(struct context *c, char *stack, size_t bytes, void (*main)(void))
{
    enum { ALIGNMENT = 16 };
    *c = (struct context){.stack = stack + bytes / ALIGNMENT * ALIGNMENT, .main = main};
}

/* On its new stack. */
__attribute__((export_name("emu_fibre_begin"))) void emu_fibre_begin(struct context *c)
{
    set_stack_pointer(c->stack);
    c->main();
}

void emu_context_switch(struct context *from, struct context *to)
{
    const bool begins = to->number == 0;
    emu_crew_look();
    if (!from->number)
        from->number = ++numbers;
    if (begins)
        to->number = ++numbers;
    from->stack = stack_pointer();
    if (!host_switch(from->number, to->number, begins ? to : NULL))
        host_leave();
    set_stack_pointer(from->stack);
    emu_trap_seen();
}

void emu_context_end(struct context *c)
{
    if (c->number)
        host_forget(c->number);
    c->number = 0;
}
