// What one look at the text does not see: the include guard of the course.
#include "sgemm.h"
#ifdef SGEMM_H
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
