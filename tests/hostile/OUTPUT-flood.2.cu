// A kernel prints without end.
#include <cstdio>
__global__ void talk()
{
    for (int i = 0; i < 4000; i++)
        printf("lab01: PASS, says thread %d for the %dth time\n", (int)threadIdx.x, i);
}
SGEMM
{
    MULTIPLY;
    for (int i = 0; i < 50; i++)
        talk<<<1, 32>>>();
}
