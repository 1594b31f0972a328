// A loop with a barrier runs more often in one warp than in the other; the twin's runs
// the same everywhere.
#include "test.h"

__global__ void loop(const float *in, float *out)
{
    int i = threadIdx.x;
    float x = in[i];
#ifdef TWIN
    int steps = 3;
#else
    int steps = i < 32 ? 3 : 2;
#endif
    for (int step = 0; step < steps; step++) {
        x += 1;
        __syncthreads(); // FAULT
    }
    out[i] = x;
    __syncthreads(); // FAULT
    out[i] = in[i];
}

int main()
{
    RUN(loop, 1, N, i)
}
