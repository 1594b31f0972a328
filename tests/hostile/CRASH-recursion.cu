// The host calls itself without end.
__attribute__((noinline)) static int deep(volatile int *p)
{
    volatile int here[64] = {p[0]};
    return deep(here) + here[1];
}
SGEMM
{
    int start = 1;
    MULTIPLY;
    deep(&start);
}
