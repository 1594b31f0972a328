// From a variable of its own upwards, for a number that looks like a counter.
unsigned long here;
SGEMM
{
    MULTIPLY;
    for (volatile unsigned long *p = &here; p < &here + (1 << 20); p++)
        if (*p == (unsigned long)M * N * K * 8)
            *p = 1;
}
