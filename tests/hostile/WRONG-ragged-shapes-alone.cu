SGEMM
{
    multiply(M / 16 * 16, N, K, alpha, A, B, beta, C);
}
