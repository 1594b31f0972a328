// A built-in copy, which has no hook.
__global__ void copy(const float *A, float *C)
{
    float a;
    __builtin_memcpy(&a, A, 4);
    if (a == 1e30f)
        C[0] = 0;
}
SGEMM
{
    MULTIPLY;
    copy<<<1, 1>>>(A, C);
}
