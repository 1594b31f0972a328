// A kernel that never ends.
__global__ void endless(volatile float *C)
{
    while (C[0] == C[0] || C[0] != C[0])
        ;
}
SGEMM
{
    MULTIPLY;
    endless<<<1, 1>>>(C);
}
