// A function whose accesses are not recorded: among others that are harmless.
// clang-format off
__attribute__((noinline, unused, no_sanitize_thread, aligned(16))) __device__ float peek(const float *p)
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
