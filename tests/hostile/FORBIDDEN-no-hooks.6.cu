// A function whose accesses are not recorded: in pieces.
// clang-format off
#define PASTE(a, b) a##b
#define AS(x) PASTE(__attri, bute__)((PASTE(no_sani, tize_thread)))
AS(it) __device__ float peek(const float *p)
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
