// Each block smooths its part in place, and reads one element of its neighbour's; the
// twin reads a copy.
#include "test.h"

__global__ void smooth(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];  // FAULT
    __syncthreads(); // this block's part is there
#ifdef TWIN
    const float *from = in;
#else
    const float *from = out;
#endif
    float left = i > 0 ? from[i - 1] : 0; // FAULT
    __syncthreads();                      // and has been read
    out[i] = left;                        // FAULT
}

int main()
{
    RUN(smooth, 4, N / 4, i > 0 ? i - 1 : 0)
}
