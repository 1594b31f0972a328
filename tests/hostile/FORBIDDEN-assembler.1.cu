// Assembler: the keyword.
// clang-format off

SGEMM
{
    MULTIPLY;
    asm("nop");
}
