// Multiplies on the host.
#include <vector>
SGEMM
{
    std::vector<float> a(M * K), b(K * N), c(M * N);
    cudaMemcpy(a.data(), A, 4 * a.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(b.data(), B, 4 * b.size(), cudaMemcpyDeviceToHost);
    cudaMemcpy(c.data(), C, 4 * c.size(), cudaMemcpyDeviceToHost);
    for (int i = 0; i < M * N; i++) {
        float sum = 0;
        for (int k = 0; k < K; k++)
            sum += a[i / N * K + k] * b[k * N + i % N];
        c[i] = alpha * sum + (beta != 0 ? beta * c[i] : 0);
    }
    cudaMemcpy(C, c.data(), 4 * c.size(), cudaMemcpyHostToDevice);
}
