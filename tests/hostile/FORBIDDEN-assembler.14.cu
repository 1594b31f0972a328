// Assembler: a label of a function, in a kernel.
// clang-format off
__global__ void mine(int *p)
{
    int other(int) __asm__("abort");
    *p = other(1);
}
SGEMM
{
    MULTIPLY;
}
