SGEMM
{
    MULTIPLY;
    *(volatile int *)nullptr = 1;
}
