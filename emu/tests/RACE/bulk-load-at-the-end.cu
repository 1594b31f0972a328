// A block begins to copy the tile after its last one, and ends before the copy is
// complete.
#include "hopper.h"
#include "test.h"

enum { PART = N / 2 };

__global__ void copy(const float *in, float *out)
{
    __shared__ __align__(16) float tile[2][PART];
    __shared__ mbarrier full[2];
    const int i = threadIdx.x;
    if (i == 0) {
        mbarrier_init(&full[0], 1);
        mbarrier_init(&full[1], 1);
        fence_init();
    }
    __syncthreads();
    for (int t = 0; t < 3; t++) {
        __syncthreads(); // the part before has been read
#ifdef TWIN
        if (i == 0 && t < 2) {
#else
        if (i == 0) {
#endif
            expect_bytes(&full[t % 2], sizeof tile[0]);
            bulk_load(tile[t % 2], in + t % 2 * PART, sizeof tile[0], // FAULT
                      &full[t % 2]);
        }
        if (t > 0) {
            mbarrier_wait(&full[t - 1], 0);
            out[(t - 1) * PART + i] = tile[t - 1][i];
        }
    }
}

int main()
{
    RUN(copy, 1, PART, i)
}
