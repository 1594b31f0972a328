/* Work in several streams, ordered in every way there is, or apart: parts of one array,
   bytes of one word, atomic operations on one counter, memory that was freed between.
 */
#include "test.h"

__global__ void add(float *x, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

__global__ void mark(char *x, int *counter)
{
    x[threadIdx.x] = 1;
    atomicAdd(counter, 1);
}

__global__ void sum(const float *x, float *s)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        atomicAdd(s, x[i]);
}

static void wrong(int line)
{
    printf("wrong: line %d\n", line);
    exit(1);
}
#define IS(got, want)                                                                  \
    if ((got) != (want))                                                               \
    wrong(__LINE__)

int main()
{
    const size_t bytes = N * sizeof(float);
    float *host, *x, *s, pageable[N];
    int *counter;
    char *flags;
    cudaStream_t a, b, free_running;
    cudaEvent_t event;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMallocHost(&host, bytes);
    cudaMalloc(&x, bytes);
    cudaMalloc(&s, sizeof *s);
    cudaMalloc(&counter, sizeof *counter);
    cudaMalloc(&flags, N);
    for (int i = 0; i < N; i++)
        host[i] = i;

    for (int part = 0; part < 4; part++) { // each stream has parts of its own
        cudaStream_t stream = part % 2 ? a : b;
        float *mine = x + part * N / 4, *hosts = host + part * N / 4;
        cudaMemcpyAsync(mine, hosts, bytes / 4, cudaMemcpyHostToDevice, stream);
        add<<<1, N / 4, 0, stream>>>(mine, N / 4);
        cudaMemcpyAsync(hosts, mine, bytes / 4, cudaMemcpyDeviceToHost, stream);
    }
    cudaStreamSynchronize(a);
    cudaStreamSynchronize(b);
    IS(host[N - 1], N);

    cudaMemsetAsync(counter, 0, sizeof *counter, a); // the legacy stream waits for a...
    cudaMemset(flags, 0, N);
    mark<<<1, 3, 0, a>>>(flags, counter); // ...and a and b for it
    mark<<<1, 5, 0, b>>>(flags + 3, counter);
    cudaDeviceSynchronize();
    int marked;
    cudaMemcpy(&marked, counter, sizeof marked, cudaMemcpyDeviceToHost);
    IS(marked, 8);

    cudaMemsetAsync(s, 0, sizeof *s, free_running);
    add<<<1, N, 0, a>>>(x, N);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(free_running, event, 0);
    sum<<<1, 32, 0, free_running>>>(x, s);
    cudaEventRecord(event, free_running);
    cudaStreamWaitEvent(b, event, 0); // b knows what free_running knew
    add<<<1, N, 0, b>>>(x, N);
    cudaMemcpyAsync(pageable, s, sizeof *s, cudaMemcpyDeviceToHost, free_running);
    IS(pageable[0], N * (N + 1) / 2 + N);
    cudaStreamSynchronize(b);
    add<<<1, N, 0, a>>>(x, N); // the host has waited for b
    cudaEventRecord(event, a);
    cudaEventSynchronize(event);
    add<<<1, N, 0, free_running>>>(x, N);

    cudaFree(x); // waits for all
    cudaMalloc(&x, bytes);
    cudaMemsetAsync(x, 0, bytes, b);
    cudaStreamDestroy(a);
    cudaStreamCreate(&a);
    cudaMemcpy(pageable, x, bytes, cudaMemcpyDeviceToHost);
    IS(pageable[1], 0);
    sum<<<1, 1, 0, a>>>(x, s); // both only read
    sum<<<1, 1, 0, b>>>(x, s);
    cudaDeviceSynchronize();
    printf("right\n");
}
