// Two threads write one element of an array of structs that have a bool beside a float;
// the twin's write elements of their own.
#include "test.h"

struct cell {
    float value;
    bool full;
};

__device__ cell cells[N];

__global__ void fill(const float *in, float *out)
{
    cell *mine = (cell *)out; // N / 2 of them
    int i = threadIdx.x;
#ifdef TWIN
    int to = i;
#else
    int to = i / 2;
#endif
    if (i < N / 2) {
        mine[to].full = true;
        mine[to].value = in[i]; // FAULT
    }
    __syncthreads();
    if (i < N / 2) {
        cells[i].full = mine[to].full;
        cells[i].value = mine[to].value;
    }
    __syncthreads();
    out[i] = i < N / 2 && !cells[i].full ? -1 : in[i];
}

int main()
{
    RUN(fill, 1, N, i)
}
