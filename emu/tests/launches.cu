// Launches in every form that CUDA C allows, and the built-in variables that the
// kernels see. Each kernel adds 1 to its elements; prints "right" if all were added to.
#include <stdio.h>

#define ELEMENTS 256

__global__ void plain(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

template <int WIDTH, typename T> __global__ void shaped(T *data, int n)
{
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * WIDTH + threadIdx.x;
    if (i < n)
        data[i] += 1;
}

template <typename T> __global__ void deduced(T *data, const T one, int n)
{
    extern __shared__ T copy[];
    copy[threadIdx.x] = one;
    __syncthreads(); // copy is full
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[i] += copy[threadIdx.x];
}

namespace ns
{
struct pair {
    float a, b;
};

__global__ void takes_struct(float *data, struct pair p)
{
    uint3 t = threadIdx;
    dim3 b = blockDim;
    int i = (t.z * b.y + t.y) * b.x + t.x;
    data[i] += p.a + p.b;
}
} // namespace ns

namespace outer::inner
{
extern __shared__ float box[];
template <typename T, int N> struct count {
    static const int is = N;
};

__global__ void boxed(float *data)
{
    box[threadIdx.x] = 1;
    __syncthreads(); // box is full
    data[threadIdx.x] += box[ELEMENTS - 1 - threadIdx.x];
}
} // namespace outer::inner

__device__ float one_of_many[4] = {0, 1, 0, 0};
__constant__ float constant_one = 1;

__global__ void variables(float *data)
{
    data[threadIdx.x] += one_of_many[1] * constant_one;
}

#define LAUNCH(kernel, ...) kernel<<<4, 64>>>(__VA_ARGS__)

template <typename T> void from_a_template(T *data)
{
    shaped<32, T><<<dim3(2, 4), 32>>>(data, ELEMENTS);
}

// What begins a statement is no part of the launch behind it.
static void behind_keywords(float *data, void (*kernel)(float *, int), bool only_one)
{
    if (only_one)
        return ::plain<<<4, 64>>>(data, ELEMENTS);
    else
        (*kernel)<<<4, 64>>>(data, ELEMENTS);
    for (int i = 0; i < 2; i++)
        (*kernel)<<<1, ELEMENTS>>>(data, ELEMENTS);
    do
        (*kernel)<<<4, 64>>>(data, ELEMENTS);
    while (only_one);
}

static int calls;
static int count_call(int n)
{
    calls++;
    return n;
}

int main()
{
    float host[ELEMENTS] = {0}, *data;
    void (*pointer)(float *, int) = plain;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);

    int launches = 0;
    plain<<<4, 64>>>(data, ELEMENTS), launches++;
    plain<<<(ELEMENTS + 63) / 64, dim3(64)>>>(data, count_call(ELEMENTS)), launches++;
    plain<<<4, 64, 0, stream>>>(data, ELEMENTS), launches++;
    pointer<<<4, 64>>>(data, ELEMENTS), launches++;
    shaped<64, float><<<dim3(ELEMENTS / 64 > 2 ? 2 : 1, 2), 64>>>(data, ELEMENTS),
        launches++;
    shaped<(8 > 4 ? 16 : 8), float>
        <<<dim3(4, 4), 16, sizeof(float) * (1 + 1)>>>(data, ELEMENTS), launches++;
    deduced<<<1, 32, 32 * sizeof(float)>>>(data, 1.0f, ELEMENTS), launches++;
    ns::takes_struct<<<1, dim3(8, 8, 4)>>>(data, ns::pair{0.25f, 0.75f}), launches++;
    LAUNCH(plain, data, ELEMENTS), launches++;
    from_a_template(data), launches++;
    variables<<<1, ELEMENTS>>>(data), launches++;
    for (int i = 0; i < 2; i++)
        plain<<<4, 64>>>(data, ELEMENTS), launches++;
    outer::inner::boxed<<<outer::inner::count<float, 1>::is, ELEMENTS,
                          ELEMENTS * sizeof(float)>>>(data),
        launches++;
    behind_keywords(data, pointer, true), launches++;
    behind_keywords(data, plain, false), launches += 4;

    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < ELEMENTS; i++)
        if (host[i] != launches) {
            printf("element %d: %g of %d launches: %s\n", i, host[i], launches,
                   cudaGetErrorString(cudaGetLastError()));
            return 1;
        }
    if (calls != 1)
        return printf("an argument was evaluated %d times\n", calls), 1;

    // A launch that cannot be: an error, and nothing run.
    plain<<<1, 2048>>>(data, ELEMENTS);
    if (cudaGetLastError() != cudaErrorInvalidValue)
        return printf("2048 threads per block: no error\n"), 1;
    plain<<<0, 32>>>(data, ELEMENTS);
    if (cudaGetLastError() != cudaErrorInvalidValue)
        return printf("a grid of 0 blocks: no error\n"), 1;
    deduced<<<1, 32, 1 << 20>>>(data, 1.0f, ELEMENTS);
    if (cudaGetLastError() != cudaErrorInvalidValue)
        return printf("1 MiB of shared memory: no error\n"), 1;
    printf("right\n");
    return 0;
}
