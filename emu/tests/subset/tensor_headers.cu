// Bulk and tensor copies by the functions of <cuda/barrier> and <cuda/ptx>.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <stdint.h>
#include <stdio.h>
#include <utility>

#define ROWS 8
#define COLUMNS 16
#define THREADS (ROWS * COLUMNS)

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;

// Add 1 to each element of a box.
__global__ void by_barrier(const __grid_constant__ CUtensorMap map, int x, int y)
{
    __shared__ alignas(128) int box[ROWS][COLUMNS];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier full;
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        init(&full, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&box, &map, x, y, full);
        token = cuda::device::barrier_arrive_tx(full, 1, sizeof box);
    } else
        token = full.arrive();
    full.wait(std::move(token));
    box[threadIdx.x / COLUMNS][threadIdx.x % COLUMNS] += 1;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &box);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

// Double each of THREADS elements.
__global__ void by_ptx(int *data)
{
    __shared__ alignas(16) int line[THREADS];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full, sizeof line);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, line, data,
                           sizeof line, &full);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
    }
    line[threadIdx.x] *= 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, data, line,
                           sizeof line);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

int main()
{
    static int host[4 * ROWS][4 * COLUMNS];
    int *data, wrong = 0;
    for (int i = 0; i < 4 * ROWS; i++)
        for (int j = 0; j < 4 * COLUMNS; j++)
            host[i][j] = i * 100 + j;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    CUtensorMap map;
    const cuuint64_t size[] = {4 * COLUMNS, 4 * ROWS}, stride[] = {4 * COLUMNS * 4};
    const cuuint32_t box[] = {COLUMNS, ROWS}, step[] = {1, 1};
    void *encode = NULL;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                     cudaEnableDefault, NULL);
    ((decltype(&cuTensorMapEncodeTiled))encode)(
        &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, data, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
        CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    by_barrier<<<1, THREADS>>>(map, COLUMNS, 2 * ROWS);
    by_ptx<<<1, THREADS>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4 * ROWS; i++)
        for (int j = 0; j < 4 * COLUMNS; j++) {
            const bool in_box = i / ROWS == 2 && j / COLUMNS == 1;
            const bool doubled = i * 4 * COLUMNS + j < THREADS;
            wrong += host[i][j] != (i * 100 + j + in_box) * (1 + doubled);
        }
    if (wrong || cudaGetLastError())
        printf("%d are wrong\n", wrong);
    else
        puts("right");
    return wrong != 0;
}
