/* expf() and exp2f(), in place of the C library's: in a kernel they execute an
   instruction on the special function unit. */
#include <math.h>

#include "emu_launch.h"

float expf(float x)
{
    emu_special();
    return (float)exp(x);
}

float exp2f(float x)
{
    emu_special();
    return (float)exp2(x);
}
