// A kernel writes through a null pointer.
__global__ void null(volatile float *p)
{
    *p = 1;
}
SGEMM
{
    null<<<1, 1>>>(nullptr);
    MULTIPLY;
}
