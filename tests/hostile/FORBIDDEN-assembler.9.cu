// Assembler: in the name of a section.
// clang-format off
__attribute__((section(".text\n\tnop\n#"))) static int mine = 1;
SGEMM
{
    MULTIPLY;
    (void)mine;
}
