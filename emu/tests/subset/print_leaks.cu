// Leaves three allocations behind, the first of them in line 15. The heap of kernels
// is none of them.
#include <stdio.h>

__global__ void on_the_heap()
{
    free(malloc(16));
}

int main(int arguments, char **)
{
    float *a, *b, *c, *d, *e;
    on_the_heap<<<1, 1>>>();
    cudaMalloc(&a, 1000);
    cudaMalloc(&b, 4000); // the first that is left
    cudaMallocHost(&c, 8000);
    cudaFree(a);
    cudaMallocManaged(&d, 288);
    cudaMalloc(&e, 16);
    cudaFree(e);
    if (arguments > 1) {
        cudaFree(b);
        cudaFreeHost(c);
        cudaFree(d);
    }
    printf("end\n");
    return 0;
}
