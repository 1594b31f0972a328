// The last warp adds up without barriers, as if its lanes ran in step; the twin has a
// __syncwarp() between a read and the next store.
#include "test.h"

__global__ void sum(const float *in, float *out)
{
    __shared__ volatile float s[N];
    const int i = threadIdx.x;
    s[i] = in[i];
    __syncthreads();
    if (i < 32)
        for (int half = 32; half > 0; half /= 2) {
            const float other = s[i + half % N]; // FAULT
#ifdef TWIN
            __syncwarp();
#endif
            s[i] += other; // FAULT
#ifdef TWIN
            __syncwarp();
#endif
        }
    __syncthreads();
    out[i] = i + (s[0] == N * (N - 1) / 2 ? 0 : 1);
}

int main()
{
    RUN(sum, 1, N, i)
}
