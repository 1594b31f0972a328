// PTX: a label that is more than a name.
// clang-format off
__global__ void mine()
{
    asm volatile("bra X:;__asm__(\"syscall\");X;");
}
SGEMM
{
    MULTIPLY;
}
