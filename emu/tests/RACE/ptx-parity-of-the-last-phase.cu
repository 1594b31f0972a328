// Inline PTX: threads wait for the parity of a phase before, and read too early.
#include "test.h"

#include "mbarrier.h"

__global__ void neighbours(const float *in, float *out)
{
    __shared__ mbarrier ready;
    __shared__ float tile[2][N];
    int i = threadIdx.x, parity = 0;
    float sum = 0;
    if (i == 0)
        mbarrier_init(&ready, N);
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        tile[k][i] = in[i]; // FAULT
        mbarrier_arrive(&ready);
        mbarrier_wait(&ready, parity);
#ifdef TWIN
        parity ^= 1;
#endif
        sum += tile[k][(i + 32) % N]; // FAULT
    }
    out[i] = sum - in[(i + 32) % N];
}

int main()
{
    RUN(neighbours, 1, N, (i + 32) % N)
}
