// A kernel writes one element past the end of C.
__global__ void one_more(int n, const float *B, float *C)
{
    C[n] = B[n];
}
SGEMM
{
    MULTIPLY;
    one_more<<<1, 1>>>(M * N, B, C);
}
