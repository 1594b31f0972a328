// Writes one past a shared array, where its neighbour would begin; the twin wraps
// round.
#include "test.h"

__global__ void rotate(const float *in, float *out)
{
    __shared__ float first[N], second[N];
    int i = threadIdx.x;
    second[i] = 0;
#ifdef TWIN
    first[(i + 1) % N] = in[i];
#else
    first[i + 1] = in[i]; // FAULT
#endif
    __syncthreads(); // first is full
    out[i] = first[i] + second[i];
}

int main()
{
    RUN(rotate, 1, N, (i + N - 1) % N)
}
