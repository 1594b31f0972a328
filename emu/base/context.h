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

/* Make `c` the start of main(), which never returns, on the stack of so many bytes from
   `stack` on. */
void emu_context_new(struct context *c, char *stack, size_t bytes, void (*main)(void));

/* Stop here, as `from`, and go on where `to` stopped. */
void emu_context_switch(struct context *from, struct context *to);

#endif
