// Assembler: as a remark for the linker.
// clang-format off
#ident "mine"
SGEMM
{
    MULTIPLY;
    ;
}
