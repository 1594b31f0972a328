/* cuda::pipeline of a thread: stages that are filled, waited for and released. */
#include <cuda/pipeline>

#include "expect.h"

enum { N = 64, STAGES = 3, ROUNDS = 9 };

__global__ void ring(const float *x, float *y)
{
    __shared__ __align__(16) float s[STAGES][4 * N];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x;

    for (int i = 0; i < STAGES - 1; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[i][4 * t], &x[4 * (i * N + t)],
                           cuda::aligned_size_t<16>(16), pipe);
        pipe.producer_commit();
    }
    for (int i = 0; i < ROUNDS; i++) {
        int more = i + STAGES - 1;
        pipe.producer_acquire();
        if (more < ROUNDS)
            for (int k = 0; k < 4; k++)
                cuda::memcpy_async(&s[more % STAGES][4 * t + k],
                                   &x[4 * (more * N + t) + k], sizeof(float), pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        for (int k = 0; k < 4; k++)
            y[4 * (i * N + t) + k] = s[i % STAGES][4 * t + k];
        pipe.consumer_release();
    }
}
