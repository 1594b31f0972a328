// CUB of Debian: a warp, a block and a device, each result against the host's.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

enum { THREADS = 128, ITEMS = 4, N = THREADS * ITEMS };

__global__ void of_a_block(const int *in, int *out, int *scanned, int *sorted,
                           int *warps)
{
    typedef cub::BlockReduce<int, THREADS> Reduce;
    typedef cub::BlockScan<int, THREADS> Scan;
    typedef cub::BlockRadixSort<int, THREADS, ITEMS> Sort;
    typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> Store;
    typedef cub::WarpReduce<int> Warp;
    __shared__ union {
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
        typename Sort::TempStorage sort;
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Warp::TempStorage warp[THREADS / 32];
    } shared;
    int item[ITEMS], prefix[ITEMS];
    Load(shared.load).Load(in, item);
    __syncthreads(); // shared is free again, here and below
    const int sum = Reduce(shared.reduce).Sum(item);
    if (threadIdx.x == 0)
        *out = sum;
    __syncthreads();
    Scan(shared.scan).ExclusiveSum(item, prefix);
    __syncthreads();
    Store(shared.store).Store(scanned, prefix);
    __syncthreads();
    const int of_warp = Warp(shared.warp[threadIdx.x / 32]).Reduce(item[0], cub::Max());
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = of_warp;
    __syncthreads();
    Sort(shared.sort).Sort(item);
    __syncthreads();
    Store(shared.store).Store(sorted, item);
}

static bool block(const std::vector<int> &in)
{
    int *d;
    std::vector<int> all(4 * N);
    cudaMalloc(&d, all.size() * sizeof *d);
    cudaMemcpy(d, in.data(), N * sizeof *d, cudaMemcpyHostToDevice);
    int *scanned = d + N, *sorted = d + 2 * N, *out = d + 3 * N, *warps = out + 1;
    of_a_block<<<1, THREADS>>>(d, out, scanned, sorted, warps);
    cudaMemcpy(all.data(), d, (3 * N + 5) * sizeof *d, cudaMemcpyDeviceToHost);
    cudaFree(d);
    std::vector<int> want(in.begin(), in.begin() + N);
    int sum = 0;
    for (int i = 0; i < N; i++) {
        if (all[N + i] != sum)
            return false;
        sum += want[i];
    }
    for (int w = 0; w < THREADS / 32; w++) {
        int most = 0;
        for (int t = 32 * w; t < 32 * w + 32; t++)
            most = std::max(most, want[t * ITEMS]);
        if (all[3 * N + 1 + w] != most)
            return false;
    }
    std::sort(want.begin(), want.end());
    return all[3 * N] == sum && std::equal(want.begin(), want.end(), &all[2 * N]);
}

// Each algorithm of a device is called twice: for the bytes that it needs, and with
// them.
#define WITH_STORAGE(call)                                                             \
    do {                                                                               \
        void *storage = nullptr;                                                       \
        size_t bytes = 0;                                                              \
        call;                                                                          \
        cudaMalloc(&storage, bytes);                                                   \
        call;                                                                          \
        cudaFree(storage);                                                             \
    } while (0)

struct is_odd {
    __host__ __device__ bool operator()(int x) const
    {
        return x & 1;
    }
};

static bool device(std::vector<int> in)
{
    const int n = (int)in.size();
    int *d, *o, *k;
    std::vector<int> got(n);
    cudaMalloc(&d, n * sizeof *d);
    cudaMalloc(&o, n * sizeof *d);
    cudaMalloc(&k, sizeof *k);
    cudaMemcpy(d, in.data(), n * sizeof *d, cudaMemcpyHostToDevice);
    bool right = true;
    int result, sum = 0, odd = 0;
    for (int x : in)
        sum += x, odd += x & 1;
    WITH_STORAGE(cub::DeviceReduce::Sum(storage, bytes, d, k, n));
    cudaMemcpy(&result, k, sizeof result, cudaMemcpyDeviceToHost);
    right &= result == sum;
    WITH_STORAGE(cub::DeviceReduce::Max(storage, bytes, d, k, n));
    cudaMemcpy(&result, k, sizeof result, cudaMemcpyDeviceToHost);
    right &= result == *std::max_element(in.begin(), in.end());
    WITH_STORAGE(cub::DeviceScan::InclusiveSum(storage, bytes, d, o, n));
    cudaMemcpy(got.data(), o, n * sizeof *o, cudaMemcpyDeviceToHost);
    for (int i = 0, all = 0; i < n; i++)
        right &= got[i] == (all += in[i]);
    WITH_STORAGE(cub::DeviceSelect::If(storage, bytes, d, o, k, n, is_odd()));
    cudaMemcpy(&result, k, sizeof result, cudaMemcpyDeviceToHost);
    right &= result == odd;
    int *histogram;
    cudaMalloc(&histogram, 10 * sizeof *histogram);
    WITH_STORAGE(cub::DeviceHistogram::HistogramEven(storage, bytes, d, histogram, 11,
                                                     0, 10010, n));
    cudaMemcpy(got.data(), histogram, 10 * sizeof *o, cudaMemcpyDeviceToHost);
    cudaFree(histogram);
    for (int b = 0; b < 10; b++)
        right &= got[b] == std::count_if(in.begin(), in.end(),
                                         [b](int x) { return x / 1001 == b; });
    WITH_STORAGE(cub::DeviceRadixSort::SortKeys(storage, bytes, d, o, n));
    cudaMemcpy(got.data(), o, n * sizeof *o, cudaMemcpyDeviceToHost);
    std::sort(in.begin(), in.end());
    right &= got == in;
    cudaFree(d);
    cudaFree(o);
    cudaFree(k);
    return right && cudaGetLastError() == cudaSuccess;
}

int main()
{
    std::vector<int> in(10000);
    for (int i = 0; i < (int)in.size(); i++)
        in[i] = i * 7919 % 10007;
    puts(!block(in)    ? "the block is wrong"
         : !device(in) ? "the device is wrong"
                       : "right");
}
