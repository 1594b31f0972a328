// Counts requests, sectors and wavefronts of kernels for which the figures are known by
// hand, and prints them: emu_counters.t has what they must be.
#include "probe.h"
#include "sgemm.h"

#include <stdio.h>
#include <stdlib.h>

__global__ void strided(float *data, int stride)
{
    data[threadIdx.x * stride] += 1;
}

__global__ void wide(float4 *data)
{
    float4 v = data[threadIdx.x];
    data[threadIdx.x] = make_float4(v.y, v.z, v.w, v.x);
}

__global__ void four_narrow(float *data)
{
    for (int i = 0; i < 4; i++)
        data[threadIdx.x * 4 + i] += 1;
}

// Half the lanes have an element to load, and they part and meet again eight times.
__global__ void ragged(float *data)
{
    for (int i = 0; i < 8; i++) {
        if (threadIdx.x < 16)
            data[threadIdx.x] += 1;
        data[32 + threadIdx.x] += 1;
    }
}

__global__ void banks(float *data, int stride)
{
    __shared__ float tile[1024];
    tile[threadIdx.x * stride] = data[threadIdx.x];
    __syncwarp();
    data[threadIdx.x] = tile[(threadIdx.x ^ 1) * stride];
}

__global__ void banks_wide(float *data)
{
    __shared__ float4 tile[64];
    float4 v = make_float4(data[0], 0, 0, 0);
    tile[threadIdx.x] = v;
    __syncwarp();
    v = tile[threadIdx.x ^ 1];
    data[threadIdx.x] = v.x + v.y + v.z + v.w;
}

__global__ void padded(float *data)
{
    __shared__ float tile[32][33], square[32][32];
    for (int i = 0; i < 32; i++) {
        tile[i][threadIdx.x] = 0;
        square[i][threadIdx.x] = 0;
    }
    __syncwarp();
    float sum = 0;
    for (int i = 0; i < 32; i++)
        sum += tile[threadIdx.x][i]; // a column of a padded tile: no conflict
    data[threadIdx.x] = sum + square[threadIdx.x][0]; // of a square one: 32-way
}

// 16 loads and 64 FMAs per iteration: nvcc leaves the loop as it is, and so cannot
// know how a row of odd length is aligned.
template <int ROW> __global__ void rows(float *data)
{
    __shared__ float As[8][128], Bs[8][ROW];
    for (int k = 0; k < 8; k++)
        for (int i = threadIdx.x; i < 128; i += 32)
            As[k][i] = Bs[k][i] = data[i];
    __syncthreads();
    float acc[8][8] = {};
    for (int k = 0; k < 8; k++) {
        float a[8], b[8];
        for (int i = 0; i < 8; i++)
            a[i] = As[k][threadIdx.x / 16 * 8 + i];
        for (int j = 0; j < 8; j++)
            b[j] = Bs[k][threadIdx.x % 16 * 8 + j];
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                acc[i][j] += a[i] * b[j];
    }
    float sum = 0;
    for (int i = 0; i < 64; i++)
        sum += acc[i / 8][i % 8];
    data[threadIdx.x] = sum;
}

// C += A B on 512 x 512, the threads of a warp down a column or along a row of C.
__global__ void product(const float *A, const float *B, float *C, int n, int along_row)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x,
        y = blockIdx.y * blockDim.y + threadIdx.y;
    int row = along_row ? y : x, col = along_row ? x : y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] += sum;
}

// Every block reads the array, `times` times.
__global__ void read_all(const float *data, int n, int times, float *out)
{
    float sum = 0;
    for (int t = 0; t < times; t++) {
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            sum += data[i];
        __syncthreads();
    }
    if (sum > 0)
        *out = sum;
}

static void report_caches(const char *name)
{
    struct counters c;
    probe_counters(&c);
    printf("%s: %lu sectors from L2, %lu bytes from DRAM\n", name, c.l2_read_sectors,
           c.dram_read_bytes);
    probe_reset();
}

static void report(const char *name)
{
    struct counters c;
    struct fault f;
    probe_counters(&c);
    printf(
        "%s: global loads %lu requests %lu sectors, stores %lu %lu, "
        "16-byte %lu of %lu; shared loads %lu requests %lu wavefronts, stores %lu %lu, "
        "ideal %lu%s\n",
        name, c.global_load_requests, c.global_load_sectors, c.global_store_requests,
        c.global_store_sectors, c.global_bytes_in_16,
        c.global_load_bytes + c.global_store_bytes, c.shared_load_requests,
        c.shared_load_wavefronts, c.shared_store_requests, c.shared_store_wavefronts,
        c.shared_ideal_wavefronts, probe_fault(&f) ? f.what : "");
    probe_reset();
}

// counters [N]: the products are N x N, 512 if not said.
int main(int argc, char **argv)
{
    int N = argc > 1 ? atoi(argv[1]) : 512;
    float *data[3], *large;
    cudaMalloc(&large, 256 << 10);
    cudaMemset(large, 0, 256 << 10);
    for (int i = 0; i < 3; i++) {
        cudaMalloc(&data[i], N * N * sizeof(float));
        cudaMemset(data[i], 0, N * N * sizeof(float));
    }
    probe_reset();
    for (int stride = 1; stride <= 8; stride *= 2) {
        char name[32];
        snprintf(name, sizeof name, "stride %d", stride);
        strided<<<1, 32>>>(data[0], stride);
        report(name);
    }
    strided<<<1, 32>>>(data[0] + 1, 1);
    report("off by one");
    strided<<<1, 32>>>(data[0], 0);
    probe_reset(); // a race between lanes, and not of interest
    wide<<<1, 32>>>((float4 *)data[0]);
    report("float4");
    four_narrow<<<1, 32>>>(data[0]);
    report("four floats");
    ragged<<<1, 32>>>(data[0]);
    report("ragged");
    for (int stride = 1; stride <= 32; stride *= 2) {
        char name[32];
        snprintf(name, sizeof name, "banks %d", stride);
        banks<<<1, 32>>>(data[0], stride);
        report(name);
    }
    banks_wide<<<1, 32>>>(data[0]);
    report("banks float4");
    padded<<<1, 32>>>(data[0]);
    report("padded");
    rows<132><<<1, 32>>>(data[0]);
    report("even rows");
    rows<133><<<1, 32>>>(data[0]);
    report("odd rows");
    for (int kib = 128; kib <= 256; kib += 128) {
        char name[32];
        snprintf(name, sizeof name, "%d KiB twice", kib);
        read_all<<<1, 256>>>(large, kib * 256, 2, large);
        report_caches(name);
    }
    read_all<<<132, 1024>>>(large, 16 * 256, 1, large);
    report_caches("16 KiB by 132 blocks");
    read_all<<<264, 1024>>>(large, 16 * 256, 1, large);
    report_caches("16 KiB by 264 blocks");
    dim3 block(32, 32), grid(N / 32, N / 32);
    product<<<grid, block>>>(data[0], data[1], data[2], N, 0);
    report("naive");
    product<<<grid, block>>>(data[0], data[1], data[2], N, 1);
    report("coalesced");
    probe_sample(8);
    product<<<grid, block>>>(data[0], data[1], data[2], N, 1);
    report("coalesced"); // 8 blocks of 256, scaled: the same
}
