// What one look at the text does not see: the device.
#ifdef __CUDA_ARCH__
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
