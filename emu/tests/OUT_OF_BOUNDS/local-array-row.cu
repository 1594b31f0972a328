// Reads a local array of two dimensions before the start of a row; the twin's index is
// 0.
#include "test.h"

template <class T, int ROWS> __global__ void pick(const T *in, T *out)
{
    const int i = threadIdx.x;
    T sums[ROWS][2] = {}, rest[3];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < 2; c++)
            sums[r][c] = in[i] * r;
    rest[i % 3] = 0;
#ifdef TWIN
    const int column = i % 2;
#else
    const int column = i % 2 - 1;
#endif
    out[i] = sums[1][column] + rest[i % 3]; // FAULT
}

int main()
{
    RUN((pick<float, 3>), 1, N, i)
}
