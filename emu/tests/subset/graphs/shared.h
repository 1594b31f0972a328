/* What the tests of graphs share: kernels, memory, streams. */
#ifndef GRAPHS_SHARED_H
#define GRAPHS_SHARED_H

#include <stdio.h>
#include <string.h>

#include "../expect.h"

enum { N = 256 };

__global__ void add(int *to, const int *from, int n, int plus)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] + plus;
}
template <class T> __global__ void scale(T *to, T by)
{
    to[threadIdx.x] *= by;
}
struct shape {
    int width;
    double by;
};
__global__ void shaped(double *to, shape s)
{
    if ((int)threadIdx.x < s.width)
        to[threadIdx.x] = s.by;
}
__device__ int variable[4];
__global__ void read_variable(int *to)
{
    to[threadIdx.x] = variable[threadIdx.x];
}

static int *a, *b, *c, host[N];
static cudaStream_t s, t;

#define OK(call) HOST_IS(call, cudaSuccess)
#define FAILS(call, error)                                                             \
    do {                                                                               \
        HOST_IS(call, error);                                                          \
        HOST_IS(cudaGetLastError(), error);                                            \
    } while (0)

static bool all(const int *device, int want)
{
    OK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        if (host[i] != want)
            return false;
    return true;
}

static void begin(void)
{
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
}
static cudaGraph_t end(void)
{
    cudaGraph_t graph = nullptr;
    OK(cudaStreamEndCapture(s, &graph));
    return graph;
}
static void launch(cudaGraph_t graph, int times)
{
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphUpload(exec, s));
    for (int i = 0; i < times; i++)
        OK(cudaGraphLaunch(exec, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaGraphExecDestroy(exec));
}

static void count(void *calls)
{
    ++*(int *)calls;
}

#endif
