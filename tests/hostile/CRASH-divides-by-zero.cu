// The host divides by zero.
SGEMM
{
    volatile int zero = 0;
    MULTIPLY;
    zero = M / zero;
}
