/* Coroutines: each has its own stack, and a call switches from one to another. */
#ifndef EMU_CONTEXT_H
#define EMU_CONTEXT_H

#include <stddef.h>

#ifndef __x86_64__
#include <ucontext.h>
#endif

/* Where a coroutine stopped. */
struct context {
#ifdef __x86_64__
    void *stack; /* its registers are saved on top */
#else
    ucontext_t registers;
#endif
};

/* Prefetch the top of its stack before it resumes: with a thousand stacks, it is
   rarely in the cache. */
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

/* Prepare `c` to start main(), which never returns, on the stack of `bytes` bytes that
   begins at `stack`. */
void emu_context_new(struct context *c, char *stack, size_t bytes, void (*main)(void));

/* Stop here, saved in `from`, and resume where `to` stopped. */
void emu_context_switch(struct context *from, struct context *to);

/* The lowest stack address in use by a stopped coroutine. */
static inline char *emu_context_stack(const struct context *c)
{
#ifdef __x86_64__
    return (char *)c->stack;
#else
    return (char *)c->registers.uc_mcontext.sp;
#endif
}

#endif
