/* A loop around atomicCAS that begins with a plain load, as in the CUDA programming
   guide, in device memory by several blocks and in shared memory; also two loads before
   two such loops. */
#include "test.h"

__device__ double add(double *to, double value)
{
    unsigned long long *bits = (unsigned long long *)to;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed,
                        __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ float most(float *of, float value)
{
    int *bits = (int *)of, old = *bits, assumed;
    do {
        assumed = old;
        old =
            atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(old))));
    } while (assumed != old);
    return __int_as_float(old);
}

__device__ void add_pair(unsigned *of, unsigned step)
{
    unsigned x = __ldcg(&of[0]), y = __ldcg(&of[1]), old;
    while ((old = atomicCAS(&of[0], x, x + step)) != x)
        x = old;
    while ((old = atomicCAS(&of[1], y, y + step)) != y)
        y = old;
}

__global__ void sums(double *sum, float *highest, unsigned *pair)
{
    __shared__ float high;
    if (threadIdx.x == 0)
        high = 0;
    __syncthreads();
    add(sum, 1);
    add_pair(pair, 1);
    most(&high, (float)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        highest[blockIdx.x] = high;
}

int main()
{
    double *sum, s = 0;
    float *highest, h[4];
    unsigned *pair, p[2];
    cudaMalloc(&sum, sizeof s);
    cudaMalloc(&highest, sizeof h);
    cudaMalloc(&pair, sizeof p);
    cudaMemset(sum, 0, sizeof s);
    cudaMemset(pair, 0, sizeof p);
    sums<<<4, 64>>>(sum, highest, pair);
    cudaMemcpy(p, pair, sizeof p, cudaMemcpyDeviceToHost);
    cudaMemcpy(&s, sum, sizeof s, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, highest, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    cudaFree(highest);
    printf(s == 256 && h[0] == 63 && h[3] == 63 && p[0] == 256 && p[1] == 256
               ? "right\n"
               : "wrong\n");
}
