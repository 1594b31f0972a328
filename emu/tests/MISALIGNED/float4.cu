// Loads one float4 from an address that is not 16-byte aligned; the twin's is.
#include "test.h"

__global__ void copy(const float *in, float *out)
{
    int i = threadIdx.x;
#ifdef TWIN
    const float *from = in + 4 * i;
#else
    const float *from = in + 4 * i - (i > 0 ? 1 : 0);
#endif
    float4 v = *reinterpret_cast<const float4 *>(from); // FAULT
    *reinterpret_cast<float4 *>(out + 4 * i) = v;
}

int main()
{
    RUN(copy, 1, N / 4, i)
}
