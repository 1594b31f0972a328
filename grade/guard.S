/* Thunks of indirect calls (g++ -mindirect-branch=thunk-extern): see guard.c. A call into
   the submission's own code, the usual case, is recognised first. */
    .text

    .macro THUNK register
    .globl __x86_indirect_thunk_\register
    .type __x86_indirect_thunk_\register, @function
__x86_indirect_thunk_\register:
    cmp $emu_guard_begin, %\register
    jb 1f
    cmp $emu_guard_end, %\register
    jae 1f
    jmp *%\register
1:  push %\register
    call guard_other
    pop %\register
    jmp *%\register
    .endm

    .irp register, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14
    THUNK \register
    .endr

/* Call emu_guard() for the target that is stored after the return address; keeps every register. */
    .type guard_other, @function
guard_other:
    push %rbp
    mov %rsp, %rbp
    push %rax
    push %rcx
    push %rdx
    push %rsi
    push %rdi
    push %r8
    push %r9
    push %r10
    push %r11
    sub $128, %rsp
    and $-16, %rsp
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movups %xmm\n, 16*\n(%rsp)
    .endr
    mov 16(%rbp), %rdi
    call emu_guard
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movups 16*\n(%rsp), %xmm\n
    .endr
    lea -72(%rbp), %rsp
    pop %r11
    pop %r10
    pop %r9
    pop %r8
    pop %rdi
    pop %rsi
    pop %rdx
    pop %rcx
    pop %rax
    pop %rbp
    ret

/* A call of the runtime, from emu_gate_cudaMalloc and the like (grade/build): its function is in r11. The vault is opened before the call, and closed after it. Arguments on the stack stay in place, since the return address is saved elsewhere. */
    .globl emu_gate
    .type emu_gate, @function
emu_gate:
    push %rbp
    mov %rsp, %rbp
    .irp register, rax, rcx, rdx, rsi, rdi, r8, r9, r11
    push %\register
    .endr
    sub $128, %rsp
    and $-16, %rsp
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movups %xmm\n, 16*\n(%rsp)
    .endr
    xor %edi, %edi
    call probe_close
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    movups 16*\n(%rsp), %xmm\n
    .endr
    lea -64(%rbp), %rsp
    .irp register, r11, r9, r8, rdi, rsi, rdx, rcx, rax
    pop %\register
    .endr
    pop %rbp
    pop %r10
    mov %r10, %fs:emu_gate_return@tpoff
    call *%r11
    mov %fs:emu_gate_return@tpoff, %r10
    movq $0, %fs:emu_gate_return@tpoff
    push %r10
    push %rbp
    mov %rsp, %rbp
    push %rax
    push %rdx
    and $-16, %rsp
    mov $1, %edi
    call probe_close
    lea -16(%rbp), %rsp
    pop %rdx
    pop %rax
    pop %rbp
    ret

    .section .note.GNU-stack,"",@progbits
