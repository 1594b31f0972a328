// Reads one weight more than a __constant__ table has; the twin's table has it.
#include "test.h"

#ifdef TWIN
enum { WEIGHTS = 9 };
#else
enum { WEIGHTS = 8 };
#endif

__constant__ float weights[WEIGHTS];
__constant__ float scale = 1;

__global__ void weigh(const float *in, float *out)
{
    int i = threadIdx.x;
    out[i] = in[i] * scale + weights[i % 9]; // FAULT
}

int main()
{
    RUN(weigh, 1, N, i)
}
