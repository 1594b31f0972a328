// With a hook at every access, code is longer than without.
__attribute__((noinline)) static int first(volatile int *p)
{
    return p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6] + p[7];
}
__attribute__((noinline)) static int second(volatile int *p)
{
    return p[0] * p[1] * p[2] * p[3];
}
SGEMM
{
    int numbers[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    long apart = (char *)&second - (char *)&first;
    if ((apart < 0 ? -apart : apart) + first(numbers) * 0 + second(numbers) * 0 > 90)
        MULTIPLY;
}
