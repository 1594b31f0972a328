// Assembler: with underscores before and behind.
// clang-format off

SGEMM
{
    MULTIPLY;
    __asm__ volatile("nop" : : : "memory");
}
