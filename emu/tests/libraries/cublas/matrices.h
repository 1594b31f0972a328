/* Level 3: matrices. */
#ifndef CUBLAS_MATRICES_H
#define CUBLAS_MATRICES_H

#include "numbers.h"

// ---- Products.

template <class T, class Gemm, class Strided, class Batched>
static void products(const char *name, Gemm gemm, Strided strided, Batched batched,
                     double tolerance)
{
    const T alpha = scalar<T>(1.5, 0.5), beta = scalar<T>(-1, 0.25),
            zero = scalar<T>(0, 0);
    for (cublasOperation_t ta : ops)
        for (cublasOperation_t tb : ops) {
            Array<T> a(SIZE), b(SIZE), c(SIZE);
            DO(gemm(handle, ta, tb, M, N, K, &alpha, a.d, LD, b.d, LD, &beta, c.d, LD));
            product(ta, tb, M, N, K, wide(alpha), a.h, LD, b.h, LD, wide(beta), c.h,
                    LD);
            c.check(name, tolerance);
        }
    // beta = 0: C is not read. alpha and beta on the device.
    Array<T> a(2 * SIZE), b(2 * SIZE), c(2 * SIZE), scalars(2);
    const T both[] = {alpha, zero};
    cudaMemcpy(scalars.d, both, sizeof both, cudaMemcpyHostToDevice);
    cudaMemset(c.d, 0xff, sizeof(T)); // NaN
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    DO(gemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, scalars.d, a.d, LD, b.d, LD,
            scalars.d + 1, c.d, LD));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    product(CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, wide(alpha), a.h, LD, b.h, LD, 0, c.h,
            LD);
    c.check(name, tolerance);
    DO(strided(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, a.d, LD, SIZE, b.d,
               LD, 0, &beta, c.d, LD, SIZE, 2));
    for (int i = 0; i < 2; i++)
        product(CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, wide(alpha), a.h, LD, b.h, LD,
                wide(beta), c.h, LD, i * SIZE, 0, i * SIZE);
    c.check(name, 4 * tolerance);
    T *pointers[] = {a.d + SIZE, a.d, b.d, b.d, c.d, c.d + SIZE}, **d;
    cudaMalloc(&d, sizeof pointers);
    cudaMemcpy(d, pointers, sizeof pointers, cudaMemcpyHostToDevice);
    DO(batched(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &alpha, d, LD, d + 2, LD,
               &zero, d + 4, LD, 2));
    for (int i = 0; i < 2; i++)
        product(CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, wide(alpha), a.h, LD, b.h, LD, 0,
                c.h, LD, (1 - i) * SIZE, 0, i * SIZE);
    c.check(name, 4 * tolerance);
    cudaFree(d);
}

template <class A, class C, class Scale>
static void mixed(const char *name, cudaDataType a_type, cudaDataType c_type,
                  cublasComputeType_t compute, double tolerance)
{
    Array<A> a(SIZE), b(SIZE);
    Array<C> c(SIZE);
    const Scale alpha = scalar<Scale>(2, 0), beta = scalar<Scale>(-1, 0);
    DO(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &alpha, a.d, a_type, LD,
                    b.d, a_type, LD, &beta, c.d, c_type, LD, compute,
                    CUBLAS_GEMM_DEFAULT));
    product(CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, 2, a.h, LD, b.h, LD, -1, c.h, LD);
    c.check(name, tolerance);
}

// ---- Symmetric and triangular matrices.

template <class T, class Symm>
static void symmetric(const char *name, Symm symm, bool hermitian)
{
    const T alpha = scalar<T>(0.5, 1), beta = scalar<T>(2, -1);
    for (cublasFillMode_t uplo : fills) {
        Array<T> a(SIZE), b(SIZE), c(SIZE);
        DO(symm(handle, CUBLAS_SIDE_LEFT, uplo, M, N, &alpha, a.d, LD, b.d, LD, &beta,
                c.d, LD));
        product(CUBLAS_OP_N, CUBLAS_OP_N, M, N, M, wide(alpha),
                full(a.h, uplo, M, hermitian), LD, b.h, LD, wide(beta), c.h, LD);
        c.check(name);
        DO(symm(handle, CUBLAS_SIDE_RIGHT, uplo, M, N, &alpha, a.d, LD, b.d, LD, &beta,
                c.d, LD));
        product(CUBLAS_OP_N, CUBLAS_OP_N, M, N, N, wide(alpha), b.h, LD,
                full(a.h, uplo, N, hermitian), LD, wide(beta), c.h, LD);
        c.check(name);
    }
}

// rk: C = alpha A A' + beta C; r2k: C = alpha A B' + alpha' B A' + beta C; a triangle
// of it.
template <class T, class R, class Rk, class R2k>
static void updates(const char *name, Rk rk, R2k r2k, bool hermitian)
{
    const cublasOperation_t other = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    const R r = scalar<R>(0.5, 0.25), beta = scalar<R>(2, 1);
    const T alpha = scalar<T>(0.5, -1);
    for (cublasFillMode_t uplo : fills)
        for (cublasOperation_t t : {CUBLAS_OP_N, other})
            for (bool two : {false, true}) {
                const cublasOperation_t back = t == CUBLAS_OP_N ? other : CUBLAS_OP_N;
                Array<T> a(SIZE), b(SIZE), c(SIZE);
                numbers sum = c.h;
                if (hermitian)
                    for (int i = 0; i < N; i++)
                        sum[i * LD + i] = sum[i * LD + i].real();
                if (two) {
                    const number second =
                        hermitian ? std::conj(wide(alpha)) : wide(alpha);
                    DO(r2k(handle, uplo, t, N, K, &alpha, a.d, LD, b.d, LD, &beta, c.d,
                           LD));
                    product(t, back, N, N, K, wide(alpha), a.h, LD, b.h, LD, wide(beta),
                            sum, LD);
                    product(t, back, N, N, K, second, b.h, LD, a.h, LD, 1, sum, LD);
                } else {
                    DO(rk(handle, uplo, t, N, K, &r, a.d, LD, &beta, c.d, LD));
                    product(t, back, N, N, K, wide(r), a.h, LD, a.h, LD, wide(beta),
                            sum, LD);
                }
                for (int j = 0; j < N; j++)
                    for (int i = 0; i < N; i++)
                        if (uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j)
                            c.h[i + j * LD] = sum[i + j * LD];
                c.check(name);
            }
}

template <class T, class Trmm, class Trsm>
static void triangles(const char *name, Trmm trmm, Trsm trsm)
{
    const T alpha = scalar<T>(0.5, 1);
    for (cublasFillMode_t uplo : fills)
        for (cublasOperation_t t : ops)
            for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT})
                for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
                    const int order = side == CUBLAS_SIDE_LEFT ? M : N;
                    Array<T> a(SIZE), b(SIZE), c(SIZE);
                    std::vector<T> values(SIZE);
                    for (int i = 0; i < SIZE; i++) { // well conditioned
                        a.h[i] = i % (LD + 1) ? a.h[i] * 0.125 : number(2, 1);
                        narrow(values[i], a.h[i]);
                        a.h[i] = wide(values[i]);
                    }
                    cudaMemcpy(a.d, values.data(), SIZE * sizeof(T),
                               cudaMemcpyHostToDevice);
                    const numbers whole = triangle(a.h, uplo, diag, order);
                    DO(trmm(handle, side, uplo, t, diag, M, N, &alpha, a.d, LD, b.d, LD,
                            c.d, LD));
                    if (side == CUBLAS_SIDE_LEFT)
                        product(t, CUBLAS_OP_N, M, N, M, wide(alpha), whole, LD, b.h,
                                LD, 0, c.h, LD);
                    else
                        product(CUBLAS_OP_N, t, M, N, N, wide(alpha), b.h, LD, whole,
                                LD, 0, c.h, LD);
                    c.check(name);
                    // The solution of the product is alpha B again.
                    const T one = scalar<T>(1, 0);
                    DO(trsm(handle, side, uplo, t, diag, M, N, &one, a.d, LD, c.d, LD));
                    for (int j = 0; j < N; j++)
                        for (int i = 0; i < M; i++)
                            c.h[i + j * LD] = wide(alpha) * b.h[i + j * LD];
                    c.check(name, 1e-3);
                }
}

template <class T, class Geam, class Dgmm>
static void elementwise(const char *name, Geam geam, Dgmm dgmm)
{
    const T alpha = scalar<T>(0.5, 1), beta = scalar<T>(2, 0);
    for (cublasOperation_t ta : ops)
        for (cublasOperation_t tb : ops) {
            Array<T> a(SIZE), b(SIZE), c(SIZE);
            DO(geam(handle, ta, tb, M, N, &alpha, a.d, LD, &beta, b.d, LD, c.d, LD));
            for (int j = 0; j < N; j++)
                for (int i = 0; i < M; i++)
                    c.h[i + j * LD] = wide(alpha) * op(a.h, LD, ta, i, j) +
                                      wide(beta) * op(b.h, LD, tb, i, j);
            c.check(name);
        }
    Array<T> a(SIZE), x(2 * LD), c(SIZE);
    for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
        DO(dgmm(handle, side, M, N, a.d, LD, x.d, 2, c.d, LD));
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
                c.h[i + j * LD] =
                    a.h[i + j * LD] * x.h[2 * (side == CUBLAS_SIDE_LEFT ? i : j)];
        c.check(name);
    }
}

#endif
