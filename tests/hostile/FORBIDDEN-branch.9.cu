// What one look at the text does not see: what the sanitizer says of itself.
#if !defined(__SANITIZE_THREAD__) && !defined(SGEMM_H)
#else
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
