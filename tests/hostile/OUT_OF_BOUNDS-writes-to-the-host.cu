// A kernel writes to a variable of the host.
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
