// What warps are for, and a GPU with few SMs: see counters.t.
#include <cstdint>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "probe.h"

namespace ptx = cuda::ptx;
using namespace nvcuda;

enum { TILE = 256 }; // elements

// Warps up to `copying` copy a tile, each one of its own; warps from `multiplying` on
// multiply one.
__global__ void roles(const __nv_bfloat16 *in, float *out, unsigned copying,
                      unsigned multiplying, bool bulk)
{
    __shared__ alignas(128) __nv_bfloat16 tile[4][TILE];
    __shared__ uint64_t full[4];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0)
        ptx::mbarrier_init(&full[warp], 1);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (warp < copying && bulk && lane == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[warp], in,
                           sizeof tile[warp], &full[warp]);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full[warp],
                                       sizeof tile[warp]);
        while (!ptx::mbarrier_try_wait_parity(&full[warp], 0))
            ;
    } else if (warp < copying && !bulk) {
        __pipeline_memcpy_async(tile[warp] + 8 * lane, in + 8 * lane, 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    if (warp < multiplying)
        return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.f);
    wmma::load_matrix_sync(a, tile[0], 16);
    wmma::load_matrix_sync(b, tile[0], 16);
    wmma::mma_sync(sum, a, b, sum);
    wmma::store_matrix_sync(out + blockIdx.x * TILE, sum, 16, wmma::mem_row_major);
}

static void report(const char *what)
{
    struct counters c;
    probe_counters(&c);
    printf("%s: %lu copy, %lu multiply, %lu do both\n", what, c.warps_copying,
           c.warps_multiplying, c.warps_both);
}

static void sms(const char *when)
{
    cudaDeviceProp p;
    int attribute;
    cudaGetDeviceProperties(&p, 0);
    cudaDeviceGetAttribute(&attribute, cudaDevAttrMultiProcessorCount, 0);
    printf("%s: %d, %d\n", when, p.multiProcessorCount, attribute);
}

int main()
{
    __nv_bfloat16 *in;
    float *out;
    cudaMalloc(&in, TILE * sizeof *in);
    cudaMalloc(&out, 3 * TILE * sizeof *out);
    cudaMemset(in, 0, TILE * sizeof *in);
    for (int bulk = 0; bulk < 2; bulk++) {
        probe_reset();
        roles<<<3, 128>>>(in, out, 1, 1, bulk);
        report(bulk ? "bulk copies, roles" : "copies, roles");
        probe_reset();
        roles<<<3, 128>>>(in, out, 4, 2, bulk);
        report(bulk ? "bulk copies by all" : "copies by all");
    }
    probe_reset();
    cudaMemset(out, 0, TILE * sizeof *out);
    report("nothing");
    sms("SMs");
    probe_sms(8);
    sms("SMs of a small GPU");
    probe_sms(0);
    sms("SMs again");
}
