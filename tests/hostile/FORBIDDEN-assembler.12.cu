// Assembler: without a word in it, but a barrier.
// clang-format off
#define BARRIER __asm volatile("" ::: "memory")
SGEMM
{
    MULTIPLY;
    BARRIER;
}
