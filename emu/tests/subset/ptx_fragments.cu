// Inline PTX: ldmatrix, stmatrix, and mma.sync of every shape and type, with numbers so
// small that every sum is exact.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

#include "expect.h"

__device__ int a_of(int i, int k)
{
    return (i * 5 + k * 3) % 7 - 3;
}
__device__ int b_of(int k, int j)
{
    return (k * 4 + j * 11) % 9 - 4;
}
__device__ int c_of(int i, int j)
{
    return (i + 2 * j) % 13 - 6;
}
__device__ int d_of(int i, int j, int depth)
{
    int sum = c_of(i, j);
    for (int k = 0; k < depth; k++)
        sum += a_of(i, k) * b_of(k, j);
    return sum;
}

// A number as the bits of an element.
struct f16 {
    static __device__ uint32_t bits(int v)
    {
        return __half_as_ushort(__float2half((float)v));
    }
};
struct bf16 {
    static __device__ uint32_t bits(int v)
    {
        return __bfloat16_as_ushort(__float2bfloat16((float)v));
    }
};
struct tf32 {
    static __device__ uint32_t bits(int v)
    {
        return __float_as_uint((float)v) | 0xfff; // the lower bits are ignored
    }
};
struct s8 {
    static __device__ uint32_t bits(int v)
    {
        return (uint8_t)v;
    }
};

// Register r of the lane's part of a (16 x k) or b (k x 8); WIDTH: bits of an element.
template <class T, int WIDTH>
__device__ uint32_t register_of(bool of_a, int lane, int r)
{
    const int run = 32 / WIDTH;
    uint32_t all = 0;
    for (int e = 0; e < run; e++) {
        const int along = (of_a ? r / 2 : r) * 4 * run + lane % 4 * run + e;
        const int line = lane / 4 + (of_a ? r % 2 * 8 : 0);
        all |= T::bits(of_a ? a_of(line, along) : b_of(along, line)) << e * WIDTH;
    }
    return all;
}
__device__ int row_of(int lane, int i)
{
    return lane / 4 + i / 2 * 8;
}
__device__ int col_of(int lane, int i)
{
    return lane % 4 * 2 + i % 2;
}

#define A(T, W, r) "r"(register_of<T, W>(true, lane, r))
#define B(T, W, r) "r"(register_of<T, W>(false, lane, r))
#define FLOATS                                                                         \
    float d[4];                                                                        \
    for (int i = 0; i < 4; i++)                                                        \
        d[i] = (float)c_of(row_of(lane, i), col_of(lane, i));
#define RESULTS(K)                                                                     \
    for (int i = 0; i < 4; i++)                                                        \
        IS((int)d[i], d_of(row_of(lane, i), col_of(lane, i), K));
#define SUMS "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])

__global__ void floats()
{
    const int lane = threadIdx.x % 32;
    {
        FLOATS
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : SUMS
            : A(bf16, 16, 0), A(bf16, 16, 1), A(bf16, 16, 2), A(bf16, 16, 3),
              B(bf16, 16, 0), B(bf16, 16, 1));
        RESULTS(16)
    }
    {
        FLOATS
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
            "{%4, %5}, {%6}, {%0, %1, %2, %3};"
            : SUMS
            : A(bf16, 16, 0), A(bf16, 16, 1), B(bf16, 16, 0));
        RESULTS(8)
    }
    {
        FLOATS
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : SUMS
            : A(f16, 16, 0), A(f16, 16, 1), A(f16, 16, 2), A(f16, 16, 3), B(f16, 16, 0),
              B(f16, 16, 1));
        RESULTS(16)
    }
    {
        FLOATS
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : SUMS
            : A(tf32, 32, 0), A(tf32, 32, 1), A(tf32, 32, 2), A(tf32, 32, 3),
              B(tf32, 32, 0), B(tf32, 32, 1));
        RESULTS(8)
    }
    {
        FLOATS
        asm volatile(
            "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
            "{%4, %5}, {%6}, {%0, %1, %2, %3};"
            : SUMS
            : A(tf32, 32, 0), A(tf32, 32, 1), B(tf32, 32, 0));
        RESULTS(4)
    }
}

__global__ void halves()
{
    const int lane = threadIdx.x % 32;
    uint32_t d[2];
    for (int r = 0; r < 2; r++)
        d[r] = f16::bits(c_of(row_of(lane, 2 * r), col_of(lane, 0))) |
               f16::bits(c_of(row_of(lane, 2 * r), col_of(lane, 1))) << 16;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, "
                 "{%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : A(f16, 16, 0), A(f16, 16, 1), A(f16, 16, 2), A(f16, 16, 3),
                   B(f16, 16, 0), B(f16, 16, 1));
    for (int i = 0; i < 4; i++)
        IS(d[i / 2] >> i % 2 * 16 & 0xffff,
           f16::bits(d_of(row_of(lane, i), col_of(lane, i), 16)));
}

__global__ void integers()
{
    const int lane = threadIdx.x % 32;
    for (int wide = 0; wide < 2; wide++) {
        int d[4];
        for (int i = 0; i < 4; i++)
            d[i] = c_of(row_of(lane, i), col_of(lane, i));
        if (wide)
            asm volatile(
                "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, "
                "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                : A(s8, 8, 0), A(s8, 8, 1), A(s8, 8, 2), A(s8, 8, 3), B(s8, 8, 0),
                  B(s8, 8, 1));
        else
            asm volatile("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32 "
                         "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                         : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                         : A(s8, 8, 0), A(s8, 8, 1), B(s8, 8, 0));
        RESULTS(wide ? 32 : 16)
    }
    int d[4] = {0x7fffffff, 0x7fffffff, -0x7fffffff - 1, -0x7fffffff - 1}, plain[4];
    for (int i = 0; i < 4; i++)
        plain[i] = d[i];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(0x01010101), "r"(lane / 4 % 2 ? 0x01010101 : -1));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %4}, {%5}, {%0, %1, %2, %3};"
                 : "+r"(plain[0]), "+r"(plain[1]), "+r"(plain[2]), "+r"(plain[3])
                 : "r"(0x01010101), "r"(lane / 4 % 2 ? 0x01010101 : -1));
    // Column 0 adds -16, column 1 adds 16.
    IS(d[0], 0x7fffffff - 16);
    IS(d[1], 0x7fffffff);
    IS(d[2], -0x7fffffff - 1);
    IS(d[3], -0x7fffffff - 1 + 16);
    IS(plain[1], (int)(0x7fffffffu + 16u));
    IS(plain[2], (int)(0x80000000u - 16u));
}

// Matrices of which element (row, col) is its own number.
__global__ void matrices()
{
    __shared__ __align__(16) uint16_t box[4][8][8], out[4][8][8];
    const int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32)
        (&box[0][0][0])[i] = (uint16_t)i;
    __syncthreads();
    const uint32_t row =
                       (uint32_t)__cvta_generic_to_shared(&box[lane / 8][lane % 8][0]),
                   to = (uint32_t)__cvta_generic_to_shared(&out[lane / 8][lane % 8][0]);
    uint32_t r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(row)
                 : "memory");
    for (int m = 0; m < 4; m++) {
        IS(r[m] & 0xffff, m * 64u + lane / 4 * 8 + lane % 4 * 2);
        IS(r[m] >> 16, m * 64u + lane / 4 * 8 + lane % 4 * 2 + 1);
    }
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};"
        :
        : "r"(to), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
        : "memory");
    __syncthreads();
    for (int i = lane; i < 256; i += 32)
        IS(out[i / 64][i % 8][i / 8 % 8], (uint16_t)i);
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
        : "r"(row)
        : "memory");
    for (int m = 0; m < 4; m++) {
        IS(r[m] & 0xffff, m * 64u + lane / 4 + lane % 4 * 16);
        IS(r[m] >> 16, m * 64u + lane / 4 + lane % 4 * 16 + 8);
    }
    // The addresses of the other lanes do not matter.
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(lane < 16 ? row : 3)
                 : "memory");
    IS(r[1] & 0xffff, 64u + lane / 4 * 8 + lane % 4 * 2);
    asm volatile("ldmatrix.sync.aligned.trans.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(r[0])
                 : "r"(row)
                 : "memory");
    IS(r[0] >> 16, lane / 4 + lane % 4 * 16u + 8);
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.x1.m8n8.shared.b16 [%0], {%1};"
                 :
                 : "r"(to), "r"(r[0])
                 : "memory");
    __syncthreads();
    IS(out[0][lane / 4][lane % 4 * 2], lane / 4 + lane % 4 * 16);
}

int main()
{
    floats<<<1, 64>>>();
    halves<<<1, 32>>>();
    integers<<<1, 32>>>();
    matrices<<<1, 32>>>();
    return report();
}
