static int counter;
__global__ void reach(volatile int *p)
{
    *p = 1;
}
SGEMM
{
    reach<<<1, 1>>>(&counter);
    MULTIPLY;
}
