// nvcuda::wmma: every supported shape, type and layout against a product in double.
#include <mma.h>

#include "expect.h"

using namespace nvcuda;

enum { MOST = 32 * 16 * 2 }; // elements of the largest matrix, with gaps between rows

template <class S>
static __device__ S small(int i) // exact in 8 bits, without a pattern
{
    return S((float)((i * 37 + i / 7) % 31 - 15) / 4);
}
template <> __device__ unsigned char small(int i)
{
    return (unsigned char)((i * 37 + i / 7) % 101);
}

// Elements from one line of n to the next: a multiple of 16 bytes.
template <class S> static __device__ int stride(int n, int gap)
{
    const int step = 16 / sizeof(S);
    return (n + gap + step - 1) / step * step;
}

// c = a b + c, by one warp. The matrices lie with `gap` more elements between lines.
template <int M, int N, int K, class T, class S, class C, class LA, class LB>
__device__ void product(S *a, S *b, C *c, bool a_rows, bool b_rows, bool c_rows,
                        int gap)
{
    int lda = stride<S>(a_rows ? K : M, gap), ldb = stride<S>(b_rows ? N : K, gap),
        ldc = stride<C>(c_rows ? N : M, gap);
    for (int i = threadIdx.x; i < MOST; i += 32) {
        a[i] = small<S>(i);
        b[i] = small<S>(i + 500);
        c[i] = small<C>(i + 900);
    }
    __syncthreads();
    wmma::layout_t layout = c_rows ? wmma::mem_row_major : wmma::mem_col_major;
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    for (int i = 0; i < fa.num_elements; i++)
        fa.x[i] = S(2) * fa.x[i]; // elements may be changed one by one
    wmma::mma_sync(fc, fa, fb, fc);
    __syncthreads();
    wmma::store_matrix_sync(c, fc, ldc, layout);
    __syncthreads();
    for (int e = threadIdx.x; e < M * N; e += 32) {
        int i = e / N, j = e % N, at = c_rows ? i * ldc + j : j * ldc + i;
        double sum = (float)small<C>(at + 900);
        for (int k = 0; k < K; k++)
            sum += 2 * (double)(float)a[a_rows ? i * lda + k : k * lda + i] *
                   (double)(float)b[b_rows ? k * ldb + j : j * ldb + k];
        IS(fabs((double)(float)c[at] - sum) <=
               fabs(sum) * (sizeof(C) == 2 ? 0x1p-9 : 0),
           true);
    }
    __syncthreads();
}

template <int M, int N, int K, class T, class S, class C>
__global__ void layouts(S *a, S *b, C *c, int gap)
{
    typedef wmma::row_major row;
    typedef wmma::col_major col;
    product<M, N, K, T, S, C, row, col>(a, b, c, true, false, true, gap);
    product<M, N, K, T, S, C, col, row>(a, b, c, false, true, false, 0);
}

template <class T, class C> static void shapes(T *a, T *b, C *c)
{
    layouts<16, 16, 16, T><<<1, 32>>>(a, b, c, 8);
    layouts<32, 8, 16, T><<<1, 32>>>(a, b, c, 8);
    layouts<8, 32, 16, T><<<1, 32>>>(a, b, c, 8);
}

// Sums of 32 bits that are too large: they wrap, or saturate.
__global__ void large(void)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> c, d;
    IS(a.num_elements, 8);
    wmma::fill_fragment(a, 127);
    wmma::fill_fragment(b, 127);
    wmma::fill_fragment(c, 0x7fffffff);
    wmma::mma_sync(d, a, b, c);
    IS(d.x[0], (int)(0x7fffffffu + 16 * 127 * 127));
    wmma::mma_sync(d, a, b, c, true);
    IS(d.x[7], 0x7fffffff);
    wmma::fill_fragment(b, -128);
    wmma::fill_fragment(c, -0x7fffffff);
    wmma::mma_sync(d, a, b, c, true);
    IS(d.x[1], -0x7fffffff - 1);
}

__global__ void in_shared_memory(void)
{
    __shared__ __align__(32) half a[MOST], b[MOST];
    __shared__ __align__(32) float c[MOST];
    typedef wmma::row_major row;
    typedef wmma::col_major col;
    product<16, 16, 16, half, half, float, row, row>(a, b, c, true, true, true, 8);
    product<16, 16, 16, half, half, float, col, col>(a, b, c, false, false, false, 0);
}

__global__ void details(void)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> b;
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> t;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    IS(a.num_elements, 16);
    IS(b.num_elements, 8);
    IS(t.num_elements, 4);
    wmma::fill_fragment(t, 0.5f);
    IS(t.x[3], 0.5f);
    IS(c.num_elements, 8);
    wmma::fill_fragment(c, 1.5f);
    for (int i = 0; i < c.num_elements; i++)
        IS(c.x[i], 1.5f);
    // tf32 keeps 10 bits of fraction.
    IS(wmma::__float_to_tf32(1 + 0x1p-10f), 1 + 0x1p-10f);
    IS(wmma::__float_to_tf32(1 + 0x1.8p-11f), 1 + 0x1p-10f);
    IS(wmma::__float_to_tf32(-1 - 0x1p-12f), -1.0f);
}

int main()
{
    double *m;
    cudaMalloc(&m, 3 * MOST * sizeof *m);
    float *a = (float *)m, *b = (float *)(m + MOST), *c = (float *)(m + 2 * MOST);
    shapes((half *)a, (half *)b, c);
    shapes((half *)a, (half *)b, (half *)c);
    shapes((__nv_bfloat16 *)a, (__nv_bfloat16 *)b, c);
    layouts<16, 16, 8, wmma::precision::tf32><<<1, 32>>>(a, b, c, 4);
    shapes((signed char *)a, (signed char *)b, (int *)c);
    shapes((unsigned char *)a, (unsigned char *)b, (int *)c);
    layouts<8, 8, 4, double><<<1, 32>>>(m, m + MOST, m + 2 * MOST, 4);
    large<<<1, 32>>>();
    in_shared_memory<<<1, 32>>>();
    details<<<1, 32>>>();
    return report();
}
