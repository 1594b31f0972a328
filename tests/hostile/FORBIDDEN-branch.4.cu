// What one look at the text does not see: a header that is there.
#if __has_include(<linux/limits.h>)
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
