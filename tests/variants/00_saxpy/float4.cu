/* Four elements per thread, by one load of 16 bytes; the rest one by one. */
#include "saxpy.h"

__global__ void by_four(int n, float a, const float *x, float *y)
{
    const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (i + 3 < n) {
        const float4 u = *(const float4 *)&x[i];
        float4 v = *(float4 *)&y[i];

        v.x += a * u.x;
        v.y += a * u.y;
        v.z += a * u.z;
        v.w += a * u.w;
        *(float4 *)&y[i] = v;
        return;
    }
    for (int k = i; k < n && k < i + 4; k++)
        y[k] += a * x[k];
}

void saxpy(int n, float a, const float *x, float *y)
{
    by_four<<<(n + 1023) / 1024, 256>>>(n, a, x, y);
}
