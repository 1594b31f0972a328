// A function whose accesses are not recorded: with underscores all over.
// clang-format off
[[ __gnu__ :: __no_sanitize_thread__ ]] __device__ float peek(const float *p)
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
