// Forbidden text where neither the build nor the check of the text goes.
#ifndef __CUDACC__
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
