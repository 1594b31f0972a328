// A race that never spoils the result.
__global__ void lucky(int n, float *C)
{
    __shared__ float s[64];
    int i = threadIdx.x;
    s[i] = i;
    if (s[63 - i] > 100 && n > 0) // a barrier is missing, and the answer never counts
        C[0] = 0;
}
SGEMM
{
    lucky<<<1, 64>>>(M, C);
    MULTIPLY;
}
