// Overwrites its return address: with that of a function of its own, in place of one of
// the emulator's.
#include <cstdlib>
static void elsewhere()
{
    exit(0);
}
__attribute__((noinline)) static void leap(unsigned long target)
{
    volatile unsigned long here[2] = {0, 0};
    volatile unsigned long *p = here;
    int i = 2;
    while (p[i] < (unsigned long)&leap - 8192 || p[i] > (unsigned long)&leap + 8192)
        i++;
    p[i] = target;
}
SGEMM
{
    MULTIPLY;
    leap((unsigned long)&elsewhere);
}
