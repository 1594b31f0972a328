// Assembler: over the end of a line.
// clang-format off

SGEMM
{
    MULTIPLY;
    __as\
m("nop");
}
