#include "saxpy.h"

__global__ void kernel(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef OUT_OF_BOUNDS
    y[i] = a * x[i] + y[i]; // FAULT
#elif defined WITHOUT_A
    if (i < n)
        y[i] = x[i] + y[i];
#elif defined LAST_MISSING
    if (i < n - 1)
        y[i] = a * x[i] + y[i];
#elif defined INPUT
    if (i < n) {
        y[i] = a * x[i] + y[i];
        ((float *)x)[i] = 0;
    }
#else
    if (i < n)
        y[i] = a * x[i] + y[i];
#endif
}

void saxpy(int n, float a, const float *x, float *y)
{
    kernel<<<(n + 255) / 256, 256>>>(n, a, x, y);
}
