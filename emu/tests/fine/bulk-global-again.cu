// Device memory that a kernel both stores to and copies from: before the stores, after
// a fence of another thread, and what the copy engine has stored last.
#include "hopper.h"

#include "test.h"

__global__ void pass(float *in, float *out)
{
    __shared__ __align__(16) float first[N], second[N], third[N];
    __shared__ mbarrier full;
    const int i = threadIdx.x;
    if (i == 0) {
        mbarrier_init(&full, 1);
        fence_init();
        expect_bytes(&full, sizeof first);
        bulk_load(first, in, sizeof first, &full);
    }
    __syncthreads();
    mbarrier_wait(&full, 0);
    in[i] = first[i] + 1;
    __syncthreads();
    if (i == 0) {
        fence_proxy_global();
        expect_bytes(&full, sizeof second);
        bulk_load(second, in, sizeof second, &full);
    }
    mbarrier_wait(&full, 1);
    in[i] = -1;
    second[i] += 1;
    fence_proxy();
    fence_proxy_global();
    __syncthreads();
    if (i == 0) {
        bulk_store(in, second, sizeof second);
        wait_stored();
        expect_bytes(&full, sizeof third);
        bulk_load(third, in, sizeof third, &full);
    }
    mbarrier_wait(&full, 0);
    out[i] = third[i];
}

int main()
{
    RUN(pass, 1, N, i + 2)
}
