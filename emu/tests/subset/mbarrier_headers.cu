// mbarriers by the functions of cuda_awbarrier_primitives.h, and by each form that
// those of <cuda/ptx> have.
#include <cuda/ptx>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>

#include "expect.h"

enum { THREADS = 64 };

namespace ptx = cuda::ptx;

__global__ void primitives()
{
    __shared__ __mbarrier_t b;
    __shared__ int from[THREADS], again[THREADS];
    const int i = threadIdx.x, other = (i + 32) % THREADS;
    if (i == 0)
        __mbarrier_init(&b, THREADS);
    __syncthreads();
    from[i] = i;
    const __mbarrier_token_t first = __mbarrier_arrive(&b);
    while (!__mbarrier_try_wait(&b, first, 100)) {
    }
    IS(from[other], other);
    IS(__mbarrier_test_wait(&b, first), true);
    IS(__mbarrier_test_wait_parity(&b, false), true);
    again[i] = -i;
    if (i < 32) { // the other warp leaves the later phases
        const __mbarrier_token_t second = __mbarrier_arrive(&b);
        IS(__mbarrier_token_pending_count(second) > 0, true);
    } else
        __mbarrier_arrive_and_drop(&b);
    while (!__mbarrier_try_wait_parity(&b, true, 100)) {
    }
    IS(again[other], -other);
    __syncthreads(); // no thread waits any more
    if (i < 32) {
        const __mbarrier_token_t third = __mbarrier_arrive(&b);
        while (!__mbarrier_test_wait(&b, third)) {
        }
    }
    __syncthreads();
    if (i == 0)
        __mbarrier_inval(&b);
}

// Each thread copies; all have copied when the phase is complete.
__global__ void copies(const int *in)
{
    __shared__ __mbarrier_t b;
    __shared__ uint64_t c;
    __shared__ int box[THREADS], boxes[THREADS];
    const int i = threadIdx.x, other = (i + 1) % THREADS;
    if (i == 0) {
        __mbarrier_init(&b, THREADS);
        ptx::mbarrier_init(&c, THREADS);
    }
    __syncthreads();
    __pipeline_memcpy_async(&box[i], &in[i], 4);
    __pipeline_arrive_on(&b);
    const __mbarrier_token_t phase = __mbarrier_arrive(&b);
    while (!__mbarrier_try_wait(&b, phase, 0)) {
    }
    IS(box[other], in[other]);
    __pipeline_memcpy_async(&boxes[i], &in[i], 4);
    ptx::cp_async_mbarrier_arrive_noinc(&c);
    while (!ptx::mbarrier_try_wait_parity(&c, 0)) {
    }
    IS(boxes[other], in[other]);
}

__global__ void forms(const int *in)
{
    __shared__ uint64_t b;
    __shared__ alignas(16) int box[2][THREADS];
    const int i = threadIdx.x;
    if (i == 0)
        ptx::mbarrier_init(&b, 1);
    ptx::fence_proxy_async();
    ptx::fence(ptx::sem_acq_rel, ptx::scope_cta);
    __syncthreads();
    if (i == 0) {
        ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_shared,
                                &b, sizeof box[0]);
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, box[0], in,
                           sizeof box[0], &b);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, box[1], in,
                           sizeof box[1], &b);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster,
                                       ptx::space_shared, &b, sizeof box[1]);
    }
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &b, 0,
                                          1000)) {
    }
    IS(box[0][i] + box[1][i], 2 * in[i]);
    IS(ptx::mbarrier_test_wait_parity(ptx::sem_acquire, ptx::scope_cta, &b, 0), true);
    __syncthreads();
    if (i == 0) {
        const uint64_t phase = ptx::mbarrier_arrive(
            ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &b, 1);
        IS(ptx::mbarrier_test_wait(ptx::sem_acquire, ptx::scope_cta, &b, phase), true);
        IS(ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cluster, &b, phase, 0),
           true);
    }
}

int main()
{
    int host[THREADS], *in;
    for (int i = 0; i < THREADS; i++)
        host[i] = 3 * i;
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    primitives<<<2, THREADS>>>();
    copies<<<1, THREADS>>>(in);
    forms<<<1, THREADS>>>(in);
    return report();
}
