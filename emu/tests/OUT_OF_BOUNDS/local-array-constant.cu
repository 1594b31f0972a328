// Reads a local array with a number for an index, after its last element; the twin's is
// the last element.
#include "test.h"

enum { ROWS = 2 };

__global__ void last(const float *in, float *out)
{
    float rows[ROWS][2];
    for (int r = 0; r < ROWS; r++)
        rows[r][0] = rows[r][1] = in[threadIdx.x];
#ifdef TWIN
    out[threadIdx.x] = rows[ROWS - 1][1];
#else
    out[threadIdx.x] = rows[ROWS - 1][2]; // FAULT
#endif
}

int main()
{
    RUN(last, 1, N, i)
}
