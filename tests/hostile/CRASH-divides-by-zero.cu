SGEMM
{
    volatile int zero = 0;
    MULTIPLY;
    zero = M / zero;
}
