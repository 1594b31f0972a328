// What one look at the text does not see: a counter.
#if __COUNTER__ == __COUNTER__ - 1
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
