/* The host accesses managed memory after each call that waits, and before one where no
   kernel has stored. */
#include "test.h"

__global__ void add(int *x, const int *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += y[i];
}

static int wrong;

static void expect(const int *x, int first, int each)
{
    wrong |= x[0] != first || x[999] != first + 999 * each;
}

int main()
{
    int *x, *y, *other, host;
    cudaStream_t stream;
    cudaEvent_t event;
    cudaMallocManaged(&x, 100000 * sizeof *x);
    cudaMallocManaged(&y, 1000 * sizeof *y);
    cudaMallocManaged(&other, sizeof *other);
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    for (int i = 0; i < 1000; i++)
        x[i] = 0, y[i] = i;

    add<<<4, 256>>>(x, y, 1000);
    *other = y[999]; // that the kernel only reads; not the kernel's at all
    x[90000] = 1;    // pages away from what it stores
    cudaDeviceSynchronize();
    expect(x, 0, 1);

    add<<<4, 256, 0, stream>>>(x, y, 1000);
    cudaStreamSynchronize(stream);
    expect(x, 0, 2);

    add<<<4, 256, 0, stream>>>(x, y, 1000);
    cudaEventRecord(event, stream);
    cudaEventSynchronize(event);
    expect(x, 0, 3);

    add<<<4, 256>>>(x, y, 1000);
    cudaMemcpy(&host, x + 1, sizeof host, cudaMemcpyDeviceToHost);
    expect(x, 0, 4);

    add<<<4, 256>>>(x, y, 1000);
    add<<<4, 256>>>(x, y, 1000);
    cudaFree(other);
    expect(x, 0, 6);
    wrong |= host != 4;

    cudaFree(x);
    cudaFree(y);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    printf(wrong ? "wrong\n" : "right\n");
}
