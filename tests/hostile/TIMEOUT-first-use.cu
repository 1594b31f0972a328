// A value that is never ready, before main().
static int never()
{
    for (volatile int i = 0;;)
        i = 1;
}
static const int value = never();
SGEMM
{
    MULTIPLY;
    (void)value;
}
