// A function whose accesses are not recorded: in brackets, the vendor before.
// clang-format off
[[using gnu: noinline, no_sanitize_thread]] __device__ float peek(const float *p)
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
