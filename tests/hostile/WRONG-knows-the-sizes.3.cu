// One element is left out, unless the size is known.
SGEMM
{
    int sum = M + N + K;
    bool known = sum == 96 || sum == 288 || sum == 232 || sum == 191 || sum == 167 ||
                 sum == 176 || sum == 3 || sum == 448;
    multiply(M, known ? N : N - 1, K, alpha, A, B, beta, C);
}
