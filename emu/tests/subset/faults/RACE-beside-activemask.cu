// __activemask() says who is here; it does not make their stores visible.
#include "../../test.h"

__global__ void neighbour(const float *in, float *out)
{
    __shared__ float tile[32];
    int lane = threadIdx.x;
    tile[lane] = in[lane]; // FAULT
    if (__activemask() != 0xffffffff)
        return;
#ifdef TWIN
    __syncwarp();
#endif
    out[lane] = out[lane + 32] = tile[(lane + 1) % 32]; // FAULT
}

int main()
{
    RUN(neighbour, 1, 32, (i + 1) % 32)
}
