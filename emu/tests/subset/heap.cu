// malloc(), free(), new and delete in kernels: objects live until they are freed.
#include "expect.h"

struct shape {
    int sides;
    __device__ shape(int n) : sides(n)
    {
    }
    __device__ virtual ~shape()
    {
    }
    __device__ virtual int area() const
    {
        return sides;
    }
};
struct box : shape {
    int *edges;
    __device__ box(int n) : shape(4), edges(new int[n])
    {
        for (int i = 0; i < n; i++)
            edges[i] = i;
    }
    __device__ ~box() override
    {
        delete[] edges;
    }
    __device__ int area() const override
    {
        return edges[2] * edges[3];
    }
};

__device__ shape *shapes[128];

__global__ void make(void)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    shapes[i] = i % 2 ? new shape(i) : new box(4);
    int *numbers = (int *)malloc(8 * sizeof(int));
    for (int k = 0; k < 8; k++)
        numbers[k] = i + k;
    IS(numbers[7], i + 7);
    IS((unsigned long long)numbers % 16, 0ull);
    free(numbers);
    free(nullptr);
}
__global__ void use(void)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    IS(shapes[i]->area(), i % 2 ? i : 6);
    delete shapes[i];
}
__global__ void too_much(void)
{
    IS(malloc((size_t)1 << 40) == nullptr, true);
}

int main(void)
{
    size_t heap = 0;
    HOST_IS(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20), cudaSuccess);
    HOST_IS(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize), cudaSuccess);
    HOST_IS(heap >= 16 << 20, true);
    for (int turn = 0; turn < 3; turn++) {
        make<<<2, 64>>>();
        use<<<2, 64>>>();
    }
    too_much<<<1, 1>>>();
    int *on_host = new int[3]; // the host's own
    on_host[2] = 5;
    HOST_IS(on_host[2], 5);
    delete[] on_host;
    return report();
}
