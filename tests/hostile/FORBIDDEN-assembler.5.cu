// Assembler: outside of functions.
// clang-format off
__asm__(".globl mine\nmine: ret");
SGEMM
{
    MULTIPLY;
    ;
}
