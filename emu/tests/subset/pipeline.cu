// Asynchronous copies to shared memory: of every size, with zeros at the end, in
// batches, and a tile loaded while another is worked on.
#include <cuda_pipeline.h>

#include "expect.h"

enum { THREADS = 64, TILE = 64, TILES = 8 };

__global__ void sizes(const char *in)
{
    __shared__ __align__(16) char box[3][16 * THREADS];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&box[0][4 * i], in + 4 * i, 4);
    __pipeline_memcpy_async(&box[1][8 * i], in + 8 * i, 8);
    __pipeline_memcpy_async(&box[2][16 * i], in + 16 * i, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads(); // everybody's copies have landed
    for (int k = i; k < 16 * THREADS; k += THREADS) {
        if (k < 4 * THREADS)
            IS(box[0][k], (char)k);
        if (k < 8 * THREADS)
            IS(box[1][k], (char)k);
        IS(box[2][k], (char)k);
    }
}

__global__ void zeros(const char *in)
{
    __shared__ __align__(16) char box[16 * 17];
    int i = threadIdx.x;
    if (i <= 16) // i bytes of zero; nothing at all is read for 16
        __pipeline_memcpy_async(&box[16 * i], i == 16 ? in + 4096 : in, 16, i);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = i; k < 16 * 17; k += THREADS)
        IS(box[k], k % 16 < 16 - k / 16 ? (char)(k % 16) : 0);
}

// Batches land in the order in which they were closed; what is not closed is not waited
// for, and empty batches count.
__global__ void batches(const int *in)
{
    __shared__ int box[4][THREADS];
    int i = threadIdx.x;
    for (int b = 0; b < 3; b++) {
        __pipeline_memcpy_async(&box[b][i], &in[b * THREADS + i], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(2);
    IS(box[0][i], in[i]);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    IS(box[1][i], in[THREADS + i]);
    IS(box[2][i], in[2 * THREADS + i]);
    __pipeline_memcpy_async(&box[3][i], &in[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(5); // more than there are
    __pipeline_wait_prior(0);
    IS(box[3][i], in[i]);
}

// The next tile comes while this one is added up, backwards, by other threads.
__global__ void double_buffered(const float *in, float *out)
{
    __shared__ __align__(16) float tile[2][TILE];
    int i = threadIdx.x;
    float sum = 0;
    if (i < TILE / 4)
        __pipeline_memcpy_async(&tile[0][4 * i], &in[4 * i], 16);
    __pipeline_commit();
    for (int t = 0; t < TILES; t++) {
        if (t + 1 < TILES && i < TILE / 4)
            __pipeline_memcpy_async(&tile[(t + 1) % 2][4 * i],
                                    &in[(t + 1) * TILE + 4 * i], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads(); // tile t is full
        sum += tile[t % 2][TILE - 1 - i];
        __syncthreads(); // all reads are done
    }
    out[i] = sum;
}

int main()
{
    char bytes[4096];
    float floats[TILE * TILES], *f;
    char *b;
    for (int i = 0; i < 4096; i++)
        bytes[i] = (char)i;
    for (int i = 0; i < TILE * TILES; i++)
        floats[i] = i;
    cudaMalloc(&b, sizeof bytes);
    cudaMalloc(&f, sizeof floats);
    cudaMemcpy(b, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(f, floats, sizeof floats, cudaMemcpyHostToDevice);
    sizes<<<2, THREADS>>>(b);
    zeros<<<1, THREADS>>>(b);
    batches<<<2, THREADS>>>((int *)b);
    float *out;
    cudaMalloc(&out, THREADS * sizeof *out);
    double_buffered<<<1, THREADS>>>(f, out);
    cudaMemcpy(floats, out, THREADS * sizeof *out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        HOST_IS(floats[i], TILES * (TILE - 1 - i) + TILE * TILES * (TILES - 1) / 2.0f);
    return report();
}
