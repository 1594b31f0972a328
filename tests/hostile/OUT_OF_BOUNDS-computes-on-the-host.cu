// The host follows pointers to the device.
SGEMM
{
    for (int i = 0; i < M * N; i++)
        for (int k = 0; k < K; k++)
            C[i] += alpha * A[i / N * K + k] * B[k * N + i % N];
}
