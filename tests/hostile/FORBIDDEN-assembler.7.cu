// Assembler: a register of its own.
// clang-format off

SGEMM
{
    MULTIPLY;
    register long log __asm__("r15") = 0; (void)log;
}
