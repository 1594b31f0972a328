// The blocks add to one element, without any order between them; the twin's add is
// atomic.
#include "test.h"

__global__ void count(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0)
        out[i] = in[i];
#ifdef TWIN
    if (threadIdx.x == 0)
        atomicAdd(&out[0], 1.0f);
#else
    if (threadIdx.x == 0)
        out[0] += 1; // FAULT
#endif
}

int main()
{
    RUN(count, 4, N / 4, i == 0 ? 3 : i)
}
