// What one look at the text does not see: how deep the file is included.
#if __INCLUDE_LEVEL__ == 0
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
