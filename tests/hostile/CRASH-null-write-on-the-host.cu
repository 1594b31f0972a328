// The host writes through a null pointer.
SGEMM
{
    MULTIPLY;
    *(volatile int *)nullptr = 1;
}
