// What one look at the text does not see: a number of <limits.h>.
#include <climits>
#if INT_MAX > 1
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
