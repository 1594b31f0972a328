// Assembler: where only the build looks.
// clang-format off
#ifdef EOF
#define NOTHING asm("nop")
#else
#define NOTHING (void)0
#endif
SGEMM
{
    MULTIPLY;
    NOTHING;
}
