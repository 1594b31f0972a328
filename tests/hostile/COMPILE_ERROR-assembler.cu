// Assembler: in a kernel, where PTX is expected.
// clang-format off
__global__ void mine()
{
    asm volatile("syscall;" : : : "memory");
}
SGEMM
{
    MULTIPLY;
}
