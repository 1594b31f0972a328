// Two tiles, but the wrong one is filled while it is read; the twin fills the other.
#include "test.h"

__global__ void steps(const float *in, float *out)
{
    __shared__ float tile[2][N];
    int i = threadIdx.x;
    tile[0][i] = tile[1][i] = in[i];
    __syncthreads(); // both tiles are full
    for (int step = 0; step < 8; step++) {
#ifdef TWIN
        int next = (step + 1) % 2;
#else
        int next = step % 2;
#endif
        tile[next][i] = tile[step % 2][(i + 1) % N]; // FAULT
        __syncthreads();                             // the next tile is full
    }
    out[i] = tile[0][i];
}

int main()
{
    RUN(steps, 1, N, (i + 8) % N)
}
