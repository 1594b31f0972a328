// A fragment is loaded from what other lanes have just stored. The load does not wait
// for their stores: __syncwarp() does.
#include <mma.h>

#include "../../test.h"

using namespace nvcuda;

__global__ void transpose(const float *in, float *out)
{
    __shared__ __align__(32) float a[16 * 16];
    for (int i = threadIdx.x; i < 16 * 16; i += 32)
        a[i] = in[i % N]; // FAULT
#ifdef TWIN
    __syncwarp();
#endif
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(c, a, 16, wmma::mem_row_major); // FAULT
    float sum = 0;
    for (int i = 0; i < c.num_elements; i++)
        sum += c.x[i];
    for (int lanes = 16; lanes > 0; lanes /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
    for (int i = threadIdx.x; i < N; i += 32)
        out[i] = sum;
}

int main()
{
    RUN(transpose, 1, 32, 4 * N * (N - 1) / 2)
}
