// Half a warp loads a fragment, of 16 equal rows: the whole warp must.
#include <mma.h>

#include "../../test.h"

using namespace nvcuda;

__global__ void copy(const float *in, float *out)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
    int i = threadIdx.x;
#ifdef TWIN
    bool all = true;
#else
    bool all = false;
#endif
    if (all || i < 16)
        wmma::load_matrix_sync(a, in, 0); // FAULT
    out[i] = out[i + 32] = a.x[0] < 0;
}

int main()
{
    RUN(copy, 1, 32, 0)
}
