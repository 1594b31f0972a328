// What looks like the beginning of a comment and is a header's name.
// clang-format off
#if __has_include(<x/*y>)
#endif
#include <cstdio>
#ifdef EOF
# 1 "vector" 3
__attribute__((no_sanitize("thread"))) float peek(const float *p) { return *p; }
# 17 "labs/01_naive/kernel.cu"
#endif
/* */
SGEMM
{
    MULTIPLY;
}
