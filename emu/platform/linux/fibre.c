/*
 * On x86-64, a switch saves only the registers that the ABI requires a call to
 * preserve, except r15 (see access/log.h). It costs as much as one or two calls. On
 * other machines it is the C library's swapcontext(), which makes a system call for
 * signals every time and takes about ten times as long.
 */
#include "platform.h"

#ifdef __x86_64__
#include <stdint.h>

__asm__(".text\n"
        ".type emu_context_switch, @function\n"
        ".globl emu_context_switch\n"
        "emu_context_switch:\n"
        "    push %rbp\n"
        "    push %rbx\n"
        "    push %r12\n"
        "    push %r13\n"
        "    push %r14\n"
        "    mov %rsp, (%rdi)\n"
        "    mov (%rsi), %rsp\n"
        "    pop %r14\n"
        "    pop %r13\n"
        "    pop %r12\n"
        "    pop %rbx\n"
        "    pop %rbp\n"
        "    ret\n"
        ".size emu_context_switch, . - emu_context_switch\n");

void emu_context_new(struct context *c, char *stack, size_t bytes, void (*main)(void))
{
    /* As if main() had called emu_context_switch() before its first instruction: five
       registers, and the address to return to. The word above is in the place of
       main()'s return address, so that the stack is 8 bytes off a multiple of 16, as
       the ABI requires. */
    uintptr_t top = ((uintptr_t)stack + bytes) & ~(uintptr_t)15;
    uintptr_t *sp = (uintptr_t *)top - 7;
    for (int i = 0; i < 7; i++)
        sp[i] = 0;
    sp[5] = (uintptr_t)main;
    c->stack = sp;
}

#else

void emu_context_new(struct context *c, char *stack, size_t bytes, void (*main)(void))
{
    getcontext(&c->registers);
    c->registers.uc_stack.ss_sp = stack;
    c->registers.uc_stack.ss_size = bytes;
    c->registers.uc_link = NULL;
    makecontext(&c->registers, main, 0);
}

void emu_context_switch(struct context *from, struct context *to)
{
    swapcontext(&from->registers, &to->registers);
}

#endif
