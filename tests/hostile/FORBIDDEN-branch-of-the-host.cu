// Forbidden text in a branch that kernels do not take, and the host does.
#ifndef __CUDA_ARCH__
__attribute__((no_sanitize("thread"))) static float peek(const float *p)
{
    return *p;
}
#endif
SGEMM
{
    MULTIPLY;
}
