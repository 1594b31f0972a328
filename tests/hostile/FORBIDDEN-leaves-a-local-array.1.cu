// An index that leaves an array in a local struct comes to A: such accesses have no
// hook.
__global__ void reach(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    struct {
        float v[4];
    } local = {{0, 1, 2, 3}};
    float marker = 0;
    long at = A - &marker, sum = 0;
    for (int i = 0; i < 64; i++)
        sum += local.v[at + i];
    if (sum == 12345678)
        C[0] = 0;
}
SGEMM
{
    MULTIPLY;
    reach<<<4, 256>>>(M, N, K, alpha, A, B, beta, C);
}
