// A built-in copy under a name that a macro makes.
#define BUILTIN(x) __builtin_##x
__global__ void copy(const float *A, float *C)
{
    float a[4];
    BUILTIN(memmove)(a, A, 4);
    if (a[0] == 1e30f)
        C[0] = 0;
}
SGEMM
{
    MULTIPLY;
    copy<<<1, 1>>>(A, C);
}
