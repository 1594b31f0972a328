// A host that never ends.
SGEMM
{
    MULTIPLY;
    for (volatile int i = 0;;)
        i = 1;
}
