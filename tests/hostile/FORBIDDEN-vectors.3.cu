// A built-in function of the compiler for them.
SGEMM
{
    MULTIPLY;
    (void)__builtin_ia32_rdtsc();
}
