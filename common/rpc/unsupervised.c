/* The marks of supervise.h in a program whose kernel runs in the program itself, as a
   debugger wants it. */
#include "rpc/supervise.h"

void supervise_enter(const char *call, double seconds)
{
    (void)call, (void)seconds;
}

void supervise_leave(void)
{
}

void supervise_numbers(const char *function, const struct finding_numbers *numbers)
{
    (void)function, (void)numbers;
}

void supervise_renew(void)
{
}

void supervise_arrays(const struct supervise_array arrays[], int n)
{
    (void)arrays, (void)n;
}
