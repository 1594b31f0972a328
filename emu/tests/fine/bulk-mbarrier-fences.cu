// Bulk copies with an mbarrier that is initialised in each way that lets the copy
// engine see it.
#include <cuda/barrier>

#include "hopper.h"

#include "test.h"

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cde = cuda::device::experimental;

enum { BY_INIT_FENCE, BY_PROXY_FENCE, BY_ANOTHER_THREAD, WAYS };

__global__ void pass(const float *in, float *out)
{
    __shared__ __align__(16) float tile[WAYS][N];
    __shared__ __align__(16) float more[N];
    __shared__ mbarrier full[WAYS];
    __shared__ cuda::barrier<cuda::thread_scope_block> own;
    const int i = threadIdx.x;
    if (i == 0) {
        mbarrier_init(&full[BY_INIT_FENCE], 1);
        fence_init();
        init(&own, N);
    }
    if (i == 1) {
        mbarrier_init(&full[BY_PROXY_FENCE], 1);
        fence_proxy();
    }
    if (i == 2)
        mbarrier_init(&full[BY_ANOTHER_THREAD], 1);
    __syncthreads();
    if (i == 32) {
        fence_proxy();
        for (int k = 0; k < WAYS; k++) {
            expect_bytes(&full[k], sizeof *tile);
            bulk_load(tile[k], in, sizeof *tile, &full[k]);
        }
    }
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (i == 0) {
        cde::cp_async_bulk_global_to_shared(more, in, sizeof more, own);
        token = cuda::device::barrier_arrive_tx(own, 1, sizeof more);
    } else {
        token = own.arrive();
    }
    for (int k = 0; k < WAYS; k++)
        mbarrier_wait(&full[k], 0);
    own.wait(static_cast<decltype(token) &&>(token));
    out[i] = (tile[BY_INIT_FENCE][i] + tile[BY_PROXY_FENCE][i] +
              tile[BY_ANOTHER_THREAD][i] + more[i]) /
             4;
}

int main()
{
    RUN(pass, 1, N, i)
}
