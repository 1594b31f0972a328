// What one look at the text does not see: a macro of <stdio.h>.
#include <cstdio>
#ifdef EOF
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
