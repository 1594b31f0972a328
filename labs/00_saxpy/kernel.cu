/*
 * Lab 00, saxpy: y = a * x + y, one thread per element.
 *
 *     block 0                block 1                       the last block
 *     threads 0 to 255       threads 0 to 255              threads 0 to 255
 *     y[0] to y[255]         y[256] to y[511]     ...      ... y[n - 1], then none
 */
#include "saxpy.h"

enum { BLOCK = 256 }; /* threads of a block */

__global__ void one_thread_per_element(int n, float a, const float *x, float *y)
{
    // STEP 1: compute i, the number of this thread in the whole grid.
    // TODO: 1 line
    // END 1

    // STEP 2: if element i exists, compute it.
    // TODO: 2 lines
    // END 2
}

void saxpy(int n, float a, const float *x, float *y)
{
    // STEP 3: launch enough blocks for n threads.
    // TODO: 1 line
    // END 3
}
