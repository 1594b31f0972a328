/* A host in C: the headers, and the calls that need no C++. */
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

static int wrong;
static void check(int line, int fine)
{
    if (!fine && !wrong)
        wrong = line;
}
#define CHECK(fine) check(__LINE__, fine)

int main(void)
{
    float host[3] = {1, 2, 3}, back[3], *d, *managed;
    struct cudaDeviceProp prop;
    enum cudaMemcpyKind to_device = cudaMemcpyHostToDevice;
    cudaStream_t stream;
    cudaEvent_t event;
    struct dim3 grid = {1, 2, 3};
    float4 v = make_float4(1, 2, 3, 4);
    CHECK(v.w == 4 && sizeof v == 16 && grid.z == 3);
    CHECK(cudaGetDeviceProperties(&prop, 0) == cudaSuccess && prop.warpSize == 32);
    CHECK(cudaMalloc((void **)&d, sizeof host) == cudaSuccess);
    CHECK(cudaMemcpy(d, host, sizeof host, to_device) == cudaSuccess);
    CHECK(cudaMemcpy(back, d, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(!memcmp(host, back, sizeof host));
    CHECK(cudaMallocManaged((void **)&managed, 64, cudaMemAttachGlobal) == cudaSuccess);
    managed[3] = 1;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess);
    CHECK(cudaEventRecord(event, stream) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(stream, event, 0) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaMemsetAsync(d, 0, sizeof host, stream) == cudaSuccess);
    CHECK(cudaProfilerStart() == cudaSuccess);
    CHECK(cudaMemcpyAsync(d, host, 4, to_device, (cudaStream_t)host) ==
          cudaErrorInvalidResourceHandle); /* a GPU's driver may not survive this one */
    CHECK(cudaFree(d) == cudaSuccess && cudaFree(managed) == cudaSuccess);
    CHECK(cudaEventDestroy(event) == cudaSuccess);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaStreamDestroy(stream) == cudaErrorInvalidResourceHandle);
    CHECK(cudaDeviceReset() == cudaSuccess);
    if (wrong)
        printf("line %d is wrong\n", wrong);
    else
        printf("right\n");
    return wrong != 0;
}
