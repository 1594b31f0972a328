// Counts by array, and runs blocks in other orders: arrays.t has what must come of it.
#include <cooperative_groups.h>
#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// x twice, y once; half of the lanes of a warp read x, and half read y.
__global__ void mixed(const float *x, const float *y, float *z)
{
    const int i = blockIdx.x * 32 + threadIdx.x;
    const float *from = threadIdx.x < 16 ? x : y;
    z[i] = x[i] + x[i] + from[i];
}

// Pairs of lanes load a float of x, the last pair first; four lanes load one of y.
__global__ void shared_by_lanes(const float *x, const float4 *y, float *z)
{
    z[threadIdx.x] = x[15 - threadIdx.x / 2] + y[threadIdx.x / 4].x;
}

// Every warp adds to the same element of z, and stores one float4.
__global__ void sums(const float4 *x, float4 *y, float *z)
{
    const float4 v = x[threadIdx.x];
    y[threadIdx.x] = v;
    if (threadIdx.x % 32 == 0)
        atomicAdd(z, v.x);
}

__global__ void fill(float *x)
{
    x[blockIdx.x * 32 + threadIdx.x] = 1 + blockIdx.x;
}

// Each block copies a row, and another after each barrier.
__global__ void copies(int rows, const float *x, float *y)
{
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        y[row * 32 + threadIdx.x] = x[row * 32 + threadIdx.x];
        __syncthreads();
    }
}

// Each block loads from the same columns before and after a barrier of the grid.
__global__ void in_phases(const float *x, float *y, int columns)
{
    float sum = x[threadIdx.x % columns];
    cooperative_groups::this_grid().sync();
    y[blockIdx.x * 32 + threadIdx.x] = sum + x[columns + threadIdx.x % columns];
}

// A sum in the order of the blocks, and in each block in that of its warps.
__global__ void in_order(const float *x, float *sum)
{
    __shared__ float of_block;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicAdd(&of_block, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(sum, of_block);
}

// The order itself: which block was n-th.
__device__ unsigned next;
__global__ void number(int *block)
{
    if (threadIdx.x == 0)
        block[blockIdx.x] = atomicAdd(&next, 1u);
}

static void report(const char *name, int i)
{
    struct array_counters c;
    probe_array_counters(i, &c);
    printf(
        "%s: loads %lu %lu %lu %lu, stores %lu %lu %lu, atomics %lu %lu %lu, different "
        "%lu %lu\n",
        name, c.load.requests, c.load.sectors, c.load.bytes, c.load.different,
        c.store.requests, c.store.sectors, c.store.bytes, c.atomic.requests,
        c.atomic.sectors, c.atomic.bytes, c.bytes_loaded, c.bytes_stored);
}

static void count(float *x, float *y, float *z)
{
    void *arrays[] = {x, y, z, NULL};
    // Bytes from row to row: a row of x is 16 elements, one of y is all that there is.
    const uint32_t width[] = {64, 4 * 4096, 0, 4};
    probe_reset();
    probe_arrays(arrays, width, 4);
    mixed<<<4, 32>>>(x, y, z);
    report("mixed x", 0);
    report("mixed y", 1);
    report("mixed z", 2);
    report("none", 3);
    report("outside", 4);
    probe_reset();
    report("after a reset", 0);
    probe_arrays(arrays + 1, width, 2);
    mixed<<<4, 32>>>(x, y, z);
    mixed<<<4, 32>>>(x, y, z);
    report("again y", 0);
    probe_reset();
    probe_arrays(arrays, width, 3);
    sums<<<1, 64>>>((float4 *)x, (float4 *)y, z);
    report("sums x", 0);
    report("sums y", 1);
    report("sums z", 2);
    probe_reset();
    probe_arrays(arrays, width, 3);
    shared_by_lanes<<<1, 32>>>(x, (float4 *)y, z);
    report("shared x", 0);
    report("shared y", 1);
}

static void sum_in(unsigned long order, int blocks, int threads, float *x, float *z)
{
    float sum;
    probe_reset();
    probe_order(order);
    cudaMemset(z, 0, sizeof *z);
    in_order<<<blocks, threads>>>(x, z);
    cudaMemcpy(&sum, z, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d x %d: %.9g\n", blocks, threads, sum);
}

// Three orders of n blocks: each block must have run once in each, and not always first
// to last.
static void orders(int *z, int n)
{
    int block[64], seen[64] = {0}, usual = 0;
    unsigned zero = 0;
    for (int order = 1; order <= 3; order++) {
        bool same = true;
        probe_reset();
        probe_order(order);
        cudaMemcpyToSymbol(next, &zero, sizeof zero);
        number<<<n, 32>>>(z);
        cudaMemcpy(block, z, n * sizeof *block, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) {
            seen[block[i]]++;
            same &= block[i] == i;
        }
        usual += same;
    }
    for (int i = 0; i < n; i++)
        if (seen[i] != 3)
            printf("block %d of %d ran %d times\n", i, n, seen[i]);
    if (usual == 3)
        printf("%d blocks run always in one order\n", n);
}

// The first of 4 blocks loads as much as the three others.
__global__ void uneven(const volatile float *x, float *z)
{
    float sum = 0;
    for (int i = 0; i < (blockIdx.x ? 1 : 3); i++)
        sum += x[threadIdx.x];
    z[blockIdx.x * 32 + threadIdx.x] = sum;
}

// The columns of x that the blocks of a launch load from.
static void readers(float *x, float *y, float *z)
{
    void *arrays[] = {x, y};
    for (uint32_t width = 32; width <= 256; width *= 2) {
        const uint32_t widths[] = {width, PROBE_WIDEST + 4};
        struct array_counters c, other;
        probe_reset();
        probe_arrays(arrays, widths, 2);
        mixed<<<4, 32>>>(x, y, z);
        probe_array_counters(0, &c);
        probe_array_counters(1, &other);
        printf("readers of %u columns: %g, of too many: %g\n", width / 4,
               c.least_readers, other.least_readers);
    }
    const uint32_t widths[] = {64, 64};
    probe_reset();
    probe_arrays(arrays, widths, 2);
    for (int i = 0; i < 3; i++)
        mixed<<<1 + i % 2, 32>>>(x, y, z);
    struct array_counters c;
    probe_array_counters(0, &c);
    printf("readers in three launches: %g\n", c.least_readers);
    probe_reset();
    probe_arrays(arrays, widths, 2);
    uneven<<<4, 32>>>(x, z);
    probe_array_counters(0, &c);
    printf("readers that load unequally: %g\n", c.least_readers);
    int columns = 16;
    void *arguments[] = {&x, &y, &columns};
    probe_reset();
    probe_arrays(arrays, widths, 2);
    cudaLaunchCooperativeKernel((void *)in_phases, 4, 32, arguments, 0, 0);
    probe_array_counters(0, &c);
    printf("readers in two phases of a grid: %g\n", c.least_readers);
}

// What runs of a call of which the first wave alone is wanted.
static void wave(float *z)
{
    enum { SMS = 132, AT_A_TIME = 32 * SMS, ROWS = AT_A_TIME + 8 };
    static float values[32 * ROWS];
    float *from, *to;
    cudaMalloc(&from, sizeof values);
    cudaMalloc(&to, sizeof values);
    void *arrays[] = {from, to};
    const uint32_t widths[] = {128, 128};
    probe_reset();
    probe_arrays(arrays, widths, 2);
    probe_wave(true);
    fill<<<ROWS, 32>>>(from);
    for (int i = 0; i < 2; i++)
        copies<<<ROWS, 32>>>(ROWS, from, i ? z : to);
    struct array_counters c;
    probe_array_counters(1, &c);
    cudaMemcpy(values, to, sizeof values, cudaMemcpyDeviceToHost);
    printf(
        "the first wave stores %lu rows, %lu columns, its last block %s, the next %s\n",
        c.rows_stored, c.columns_stored,
        values[32 * AT_A_TIME - 1] == AT_A_TIME ? "there" : "missing",
        values[32 * AT_A_TIME] == AT_A_TIME + 1 ? "there" : "missing");
    probe_reset();
    probe_arrays(arrays, widths, 2);
    copies<<<8, 32>>>(ROWS, from, to);
    probe_array_counters(1, &c);
    printf("blocks that compute more store %lu rows\n", c.rows_stored);
    probe_wave(false);
    cudaFree(from);
    cudaFree(to);
}

int main()
{
    enum { N = 4096 };
    static float values[N];
    float *x, *y, *z;
    cudaMalloc(&x, sizeof values);
    cudaMalloc(&y, sizeof values);
    cudaMalloc(&z, sizeof values);
    for (int i = 0; i < N; i++)
        values[i] = 1.0f / (1 + i * 7919 % 4093);
    cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(y, values, sizeof values, cudaMemcpyHostToDevice);
    count(x, y, z);
    readers(x, y, z);
    wave(z);
    for (unsigned long order = 1; order < 4; order++)
        sum_in(order, 32, 32, x, z);
    for (unsigned long order = 1; order < 4; order++)
        sum_in(order, 1, 1024, x, z);
    for (unsigned long order = 1; order < 3; order++)
        sum_in(7, 32, 32, x, z);
    for (int n = 1; n <= 64; n++)
        orders((int *)z, n);
}
