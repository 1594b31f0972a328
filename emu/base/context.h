/* Coroutines: two stacks, and a call that goes over from one to the other. */
#ifndef EMU_CONTEXT_H
#define EMU_CONTEXT_H

#include <stddef.h>

#ifndef __x86_64__
#include <ucontext.h>
#endif

/* Where a coroutine stopped. */
struct context {
#ifdef __x86_64__
    void *stack; /* its registers lie on top */
#else
    ucontext_t registers;
#endif
};

/* Bring the top of its stack near, before it goes on: with a thousand stacks, none is
   in the cache by itself. */
static inline void emu_context_prefetch(const struct context *c)
{
#ifdef __x86_64__
    enum { NEAR = 320, LINE = 64 }; /* bytes: a kernel's frame and the hooks' */
    for (int at = 0; at < NEAR; at += LINE)
        __builtin_prefetch((const char *)c->stack + at, 1);
#else
    __builtin_prefetch(c, 1);
#endif
}

/* Make `c` the start of main(), which never returns, on the stack of so many bytes from
   `stack` on. */
void emu_context_new(struct context *c, char *stack, size_t bytes, void (*main)(void));

/* Stop here, as `from`, and go on where `to` stopped. */
void emu_context_switch(struct context *from, struct context *to);

/* The lowest address of its stack that a coroutine which has stopped has in use. */
static inline char *emu_context_stack(const struct context *c)
{
#ifdef __x86_64__
    return (char *)c->stack;
#else
    return (char *)c->registers.uc_mcontext.sp;
#endif
}

#endif
