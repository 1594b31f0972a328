// Reads rows of a padded tile as float4: 17 floats per row are not 16-byte
// aligned; the twin's rows have 20.
#include "test.h"

#ifdef TWIN
#define WIDTH 20
#else
#define WIDTH 17
#endif

__global__ void rows(const float *in, float *out)
{
    __shared__ __align__(16) float tile[4][WIDTH];
    int row = threadIdx.x / 16, col = threadIdx.x % 16;
    tile[row][col] = in[threadIdx.x];
    __syncthreads(); // the tile is full, except the padding
    if (threadIdx.x < 16) {
        float4 v = *(float4 *)&tile[threadIdx.x / 4][threadIdx.x % 4 * 4]; // FAULT
        *(float4 *)&out[threadIdx.x * 4] = v;
    }
}

int main()
{
    RUN(rows, 1, N, i)
}
