// Assembler: a label of a variable, in a kernel.
// clang-format off
__global__ void mine(int *p)
{
    register long log __asm__("r15") = 0;
    *p = (int)log;
}
SGEMM
{
    MULTIPLY;
}
