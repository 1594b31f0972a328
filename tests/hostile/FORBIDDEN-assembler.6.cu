// Assembler: that jumps.
// clang-format off

SGEMM
{
    MULTIPLY;
    asm goto("nop" : : : : out); out:;
}
