// Assembler: in the name of a function.
// clang-format off
extern "C" void mine() asm("mine\n\tnop\n");
SGEMM
{
    MULTIPLY;
    ;
}
