// Assembler: pasted.
// clang-format off
#define PASTE(a, b) a##b
SGEMM
{
    MULTIPLY;
    PASTE(a, sm)("nop");
}
