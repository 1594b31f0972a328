// A tile of 8 x 8 has no row 8; the twin's has 9 rows.
#include "test.h"

#ifdef TWIN
#define ROWS 9
#else
#define ROWS 8
#endif

__global__ void turn(const float *in, float *out)
{
    __shared__ float tile[ROWS][8];
    int row = threadIdx.x / 8, col = threadIdx.x % 8;
    tile[row][col] = 0;
    __syncthreads();                      // tile is zero
    tile[row + 1][col] = in[threadIdx.x]; // FAULT
    __syncthreads();                      // and full, except its first row
    out[threadIdx.x] = tile[row][col];
}

int main()
{
    RUN(turn, 1, N, i < 8 ? 0 : i - 8)
}
