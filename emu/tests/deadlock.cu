// A deadlock: an mbarrier's count is higher than the number of threads that arrive.
#include "test.h"

#include "mbarrier.h"

__global__ void pass(const float *in, float *out)
{
    __shared__ mbarrier full, empty;
    __shared__ float stage[32];
    int i = threadIdx.x, lane = i % 32;
    const int arrivals = 33; // one too many
    if (i == 0) {
        mbarrier_init(&full, arrivals);
        mbarrier_init(&empty, N - 32);
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        if (i < 32) {
            int complete;
            do
                asm volatile("{.reg .pred p;"
                             "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;"
                             "selp.b32 %0, 1, 0, p;}"
                             : "=r"(complete)
                             : "r"(shared_address(&empty)), "r"(k % 2 ^ 1)
                             : "memory");
            while (!complete);
            stage[lane] = in[lane];
            mbarrier_arrive(&full);
        } else {
            mbarrier_wait(&full, k % 2);
            out[i] = stage[(lane + 1) % 32];
            mbarrier_arrive(&empty);
        }
    }
    if (i < 32)
        out[i] = in[(lane + 1) % 32];
}

int main()
{
    RUN(pass, 1, N, (i % 32 + 1) % 32)
}
