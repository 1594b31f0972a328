// A function whose accesses are not recorded: by another instruction set.
// clang-format off
__attribute__((target("avx2"))) __device__ float peek(const float *p)
{
    return *p;
}
__global__ void use(const float *A, float *C)
{
    if (peek(A) == 1e30f)
        C[0] = 0;
}
SGEMM
{
    MULTIPLY;
    use<<<1, 1>>>(A, C);
}
