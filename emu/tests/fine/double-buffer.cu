// Two tiles in turn, and one barrier a step: each is written while the other is read.
#include "test.h"

__global__ void steps(const float *in, float *out)
{
    __shared__ float tile[2][N];
    int i = threadIdx.x;
    tile[0][i] = in[i];
    __syncthreads(); // tile 0 is full
    for (int step = 0; step < 8; step++) {
        tile[(step + 1) % 2][i] = tile[step % 2][(i + 1) % N];
        __syncthreads(); // the next tile is full, and this one has been read
    }
    out[i] = tile[0][i];
}

int main()
{
    RUN(steps, 1, N, (i + 8) % N)
}
