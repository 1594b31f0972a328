// A constructor that never ends.
struct endless {
    endless()
    {
        for (volatile int i = 0;;)
            i = 1;
    }
} before_main;
SGEMM
{
    MULTIPLY;
}
