/*
 * What rounding costs: one warp multiplies 16 x K of A by K x 8 of B, all from 0 to 1,
 * with factors of four kinds, and compares the sums with float64. deeper.md shows what
 * it prints. To run it:
 *
 *     emu/frontend/emucc labs/13_tensor/tf32.cu -o build/tf32 && build/tf32
 *     nvcc -arch=native labs/13_tensor/tf32.cu -o build/tf32 && build/tf32
 */
#include <cuda_bf16.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 16, N = 8, K = 4096 };
enum kind { FP32, TF32_ROUNDED, TF32_CUT, BF16, KINDS };

/* The tensor core reads the upper 19 bits of a tf32 factor and ignores the others. */
__device__ unsigned factor(float x, bool rounded)
{
    unsigned bits = __float_as_uint(x);

    if (rounded)
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return bits;
}

/* sum += a b with factors of kind tf32: eight k at a time. */
__device__ void by_tf32(const float *A, const float *B, float sum[4], bool rounded)
{
    int lane = threadIdx.x, row = lane / 4, col = lane / 4, k = lane % 4;

    for (int k0 = 0; k0 < K; k0 += 8) {
        unsigned a[4], b[2];
        a[0] = factor(A[row * K + k0 + k], rounded);
        a[1] = factor(A[(row + 8) * K + k0 + k], rounded);
        a[2] = factor(A[row * K + k0 + k + 4], rounded);
        a[3] = factor(A[(row + 8) * K + k0 + k + 4], rounded);
        b[0] = factor(B[(k0 + k) * N + col], rounded);
        b[1] = factor(B[(k0 + k + 4) * N + col], rounded);
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                       "r"(b[1]));
    }
}

__global__ void product(const float *A, const float *B, float *C, enum kind kind)
{
    int lane = threadIdx.x;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};

    if (kind == TF32_ROUNDED || kind == TF32_CUT)
        by_tf32(A, B, sum, kind == TF32_ROUNDED);
    for (int i = 0; i < 4; i++) {
        int row = lane / 4 + i / 2 * 8, col = lane % 4 * 2 + i % 2;
        for (int k = 0; k < K && (kind == FP32 || kind == BF16); k++) {
            float a = A[row * K + k], b = B[k * N + col];
            if (kind == BF16) {
                a = __bfloat162float(__float2bfloat16(a));
                b = __bfloat162float(__float2bfloat16(b));
            }
            sum[i] = fmaf(a, b, sum[i]);
        }
        C[row * N + col] = sum[i];
    }
}

int main(void)
{
    static const char *const name[KINDS] = {"FP32", "tf32, rounded", "tf32, cut off",
                                            "bf16"};
    float *A, *B, *C;

    if (cudaMallocManaged(&A, M * K * sizeof(float)) != cudaSuccess ||
        cudaMallocManaged(&B, K * N * sizeof(float)) != cudaSuccess ||
        cudaMallocManaged(&C, M * N * sizeof(float)) != cudaSuccess)
        return 2;
    srand(1);
    for (int i = 0; i < M * K; i++)
        A[i] = (float)rand() / (float)RAND_MAX;
    for (int i = 0; i < K * N; i++)
        B[i] = (float)rand() / (float)RAND_MAX;

    printf("K = %d         mean error / sum   largest / sum\n", K);
    for (int kind = 0; kind < KINDS; kind++) {
        double mean = 0, largest = 0;
        product<<<1, 32>>>(A, B, C, (enum kind)kind);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 2;
        for (int i = 0; i < M * N; i++) {
            double sum = 0, error;
            for (int k = 0; k < K; k++)
                sum += (double)A[i / N * K + k] * B[k * N + i % N];
            error = (C[i] - sum) / sum;
            mean += error / (M * N);
            largest = fmax(largest, fabs(error));
        }
        printf("%-16s %14.1e %15.1e\n", name[kind], mean, largest);
    }
    return 0;
}
