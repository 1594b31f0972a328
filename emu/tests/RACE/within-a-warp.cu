// Lanes of one warp pass values without __syncwarp(); the twin has it.
#include "test.h"

__global__ void rotate(const float *in, float *out)
{
    __shared__ float tile[N];
    int i = threadIdx.x, first = i / 32 * 32;
    tile[i] = in[i]; // FAULT
#ifdef TWIN
    __syncwarp();
#endif
    out[i] = tile[first + (i + 1) % 32]; // FAULT
}

int main()
{
    RUN(rotate, 1, N, i / 32 * 32 + (i + 1) % 32)
}
