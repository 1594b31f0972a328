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

// A stage that is not waited for may be in flight; one that is released is complete.
__global__ void prior(const float *x, float *y)
{
    __shared__ __align__(16) float s[2][N];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x;

    for (int i = 0; i < 2; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[i][t], &x[i * N + t], sizeof(float), pipe);
        pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    y[t] = s[0][t];
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    y[N + t] = s[1][t];
}

int main()
{
    static float x[4 * N * ROUNDS], y[4 * N * ROUNDS];
    float *d_x, *d_y;

    for (int i = 0; i < 4 * N * ROUNDS; i++)
        x[i] = (float)i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    ring<<<1, N>>>(d_x, d_y);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4 * N * ROUNDS; i++)
        HOST_IS(y[i], (float)i);
    prior<<<1, N>>>(d_x, d_y);
    cudaMemcpy(y, d_y, 2 * N * sizeof *y, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2 * N; i++)
        HOST_IS(y[i], (float)i);
    return report();
}
