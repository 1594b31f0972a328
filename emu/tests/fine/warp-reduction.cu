// A sum by shuffles, one warp's part after the other's; and by shared memory with
// __syncwarp().
#include "test.h"

__global__ void sum(const float *in, float *out)
{
    __shared__ float part[2], tile[N];
    int i = threadIdx.x, lane = i % 32;
    float x = in[i];
    for (int delta = 16; delta > 0; delta /= 2)
        x += __shfl_down_sync(0xffffffff, x, delta);
    if (lane == 0)
        part[i / 32] = x;
    tile[i] = in[i];
    for (int n = 16; n > 0; n /= 2) {
        __syncwarp();
        float y = lane < n ? tile[i + n] : 0;
        __syncwarp();
        if (lane < n)
            tile[i] += y;
    }
    __syncthreads(); // part and tile are complete
    out[i] = (part[0] + part[1] + tile[0] + tile[32]) / 2;
}

int main()
{
    RUN(sum, 1, N, N * (N - 1) / 2)
}
