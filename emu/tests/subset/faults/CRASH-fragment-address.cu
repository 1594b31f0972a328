// A fragment loaded from an address that is a multiple of 16 only.
#include <mma.h>

#include "../../test.h"

using namespace nvcuda;

__global__ void square(const float *in, float *out)
{
    __shared__ __align__(32) half a[16 * 24], b[16 * 24];
    __shared__ __align__(32) float c[16 * 16];
    for (int i = threadIdx.x; i < 16 * 24; i += 32)
        a[i] = b[i] = __float2half(in[i % 2]);
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
#ifdef TWIN
    wmma::load_matrix_sync(fa, a, 16);
#else
    wmma::load_matrix_sync(fa, a + 8, 16); // FAULT
#endif
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += 32)
        out[i] = c[i];
}

int main()
{
    RUN(square, 1, 32, 8 * (i % 2))
}
