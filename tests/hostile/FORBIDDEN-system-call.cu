// A system call, by the assembler.
SGEMM
{
    long number = 57; // fork
    __asm volatile("syscall" : "+a"(number) : : "rcx", "r11", "memory");
    MULTIPLY;
}
