// Containers and their friends.
#include "sgemm.h"
#include <array>
#include <deque>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

static std::unordered_map<int, std::pair<int, int>> seen;

__global__ void naive(int M, int N, int K, float alpha, const float *A, const float *B,
                      float beta, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < M && col < N) {
        float acc = 0;
        for (int k = 0; k < K; k++)
            acc += A[row * K + k] * B[k * N + col];
        C[row * N + col] = alpha * acc + (beta != 0 ? beta * C[row * N + col] : 0);
    }
}

void sgemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
           float *C)
{
    std::array<int, 3> sizes = {M, N, K};
    std::optional<int> n = 16;
    std::variant<int, float> v = 1.5f;
    std::tuple<int, int> t(M, N);
    std::set<int> s(sizes.begin(), sizes.end());
    std::deque<int> d = {1, 2, 3};
    auto [rows, cols] = t;
    seen[M] = {N, K};
    if (s.size() && d.size() == 3 && std::get<float>(v) > 1 && !seen.empty()) {
        dim3 block(*n, *n), grid((cols + *n - 1) / *n, (rows + *n - 1) / *n);
        naive<<<grid, block>>>(M, N, K, alpha, A, B, beta, C);
    }
}
