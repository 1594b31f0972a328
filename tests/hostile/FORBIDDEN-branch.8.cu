// What one look at the text does not see: a header that another brings along.
#include <vector>
#ifdef _GLIBCXX_CSTDLIB
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
