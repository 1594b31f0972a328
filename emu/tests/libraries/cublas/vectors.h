/* Levels 1 and 2: vectors, and matrices with vectors. */
#ifndef CUBLAS_VECTORS_H
#define CUBLAS_VECTORS_H

#include "numbers.h"

// ---- Vectors.

template <class T, class Axpy, class Copy, class Swap, class Scal, class Dot>
static void vectors(const char *name, Axpy axpy, Copy copy, Swap swap, Scal scal,
                    Dot dot, bool conjugated)
{
    const T alpha = scalar<T>(1.5, 0.5);
    Array<T> x(3 * N), y(2 * N);
    DO(axpy(handle, N, &alpha, x.d, 3, y.d, -2));
    for (int i = 0; i < N; i++)
        y.h[2 * (N - 1 - i)] += wide(alpha) * x.h[3 * i];
    y.check(name);
    T result;
    number sum = 0;
    DO(dot(handle, N, x.d, 3, y.d, 2, &result));
    for (int i = 0; i < N; i++)
        sum += (conjugated ? std::conj(x.h[3 * i]) : x.h[3 * i]) * y.h[2 * i];
    expect(std::abs(wide(result) - sum) < 1e-3, name);
    Array<T> on_device(1);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    DO(dot(handle, N, x.d, 3, y.d, 2, on_device.d));
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
    on_device.h[0] = sum;
    on_device.check(name);
    DO(scal(handle, N, &alpha, x.d, 2));
    for (int i = 0; i < N; i++)
        x.h[2 * i] *= wide(alpha);
    x.check(name);
    DO(swap(handle, N, x.d, 1, y.d, 2));
    for (int i = 0; i < N; i++)
        std::swap(x.h[i], y.h[2 * i]);
    x.check(name);
    DO(copy(handle, N, x.d, 1, y.d, 2));
    for (int i = 0; i < N; i++)
        y.h[2 * i] = x.h[i];
    y.check(name);
}

template <class T, class R, class Norm, class Sum, class Index, class Rot, class Rotg>
static void reductions(const char *name, Norm nrm2, Sum asum, Index amax, Index amin,
                       Rot rot, Rotg rotg)
{
    Array<T> x(2 * K), y(K);
    R norm, sum;
    int most, least;
    DO(nrm2(handle, K, x.d, 2, &norm));
    DO(asum(handle, K, x.d, 2, &sum));
    DO(amax(handle, K, x.d, 2, &most));
    DO(amin(handle, K, x.d, 2, &least));
    double squares = 0, sizes = 0, size[K];
    int first_most = 0, first_least = 0;
    for (int i = 0; i < K; i++) {
        squares += std::norm(x.h[2 * i]);
        sizes += size[i] = std::abs(x.h[2 * i].real()) + std::abs(x.h[2 * i].imag());
        first_most = size[i] > size[first_most] ? i : first_most;
        first_least = size[i] < size[first_least] ? i : first_least;
    }
    expect(std::abs(norm - std::sqrt(squares)) < 1e-4 && std::abs(sum - sizes) < 1e-4,
           name);
    expect(most == first_most + 1 && least == first_least + 1, name);

    T a = scalar<T>(3, 1), b = scalar<T>(4, -2), s;
    R c;
    const number a0 = wide(a), b0 = wide(b);
    DO(rotg(handle, &a, &b, &c, &s));
    const number k = double(c), sine = wide(s);
    expect(std::abs(k * a0 + sine * b0 - wide(a)) < 1e-5 &&
               std::abs(k * b0 - std::conj(sine) * a0) < 1e-5,
           name);
    DO(rot(handle, K, x.d, 2, y.d, 1, &c, &s));
    for (int i = 0; i < K; i++) {
        const number u = x.h[2 * i], v = y.h[i];
        x.h[2 * i] = k * u + sine * v;
        y.h[i] = k * v - std::conj(sine) * u;
    }
    x.check(name);
    y.check(name);
}

// ---- A matrix and vectors. A vector as a matrix of one column has no gaps.

template <class T, class Gemv, class Trmv, class Trsv, class Ger>
static void general(const char *name, Gemv gemv, Trmv trmv, Trsv trsv, Ger ger,
                    bool conjugated)
{
    const T alpha = scalar<T>(1.5, 0.5), beta = scalar<T>(-1, 0.25);
    for (cublasOperation_t t : ops) {
        const int in = t == CUBLAS_OP_N ? N : M, out = t == CUBLAS_OP_N ? M : N;
        Array<T> a(SIZE), x(LD), y(2 * LD);
        numbers sum(LD);
        DO(gemv(handle, t, M, N, &alpha, a.d, LD, x.d, 1, &beta, y.d, 2));
        product(t, CUBLAS_OP_N, out, 1, in, wide(alpha), a.h, LD, x.h, LD, 0, sum, LD);
        for (int i = 0; i < out; i++)
            y.h[2 * i] = sum[i] + wide(beta) * y.h[2 * i];
        y.check(name);
        for (cublasFillMode_t uplo : fills) {
            const numbers before = x.h;
            DO(trmv(handle, uplo, t, CUBLAS_DIAG_UNIT, N, a.d, LD, x.d, 1));
            product(t, CUBLAS_OP_N, N, 1, N, 1,
                    triangle(a.h, uplo, CUBLAS_DIAG_UNIT, N), LD, before, LD, 0, x.h,
                    LD);
            x.check(name);
            DO(trsv(handle, uplo, t, CUBLAS_DIAG_UNIT, N, a.d, LD, x.d, 1));
            x.h = before;
            x.check(name, 1e-2);
        }
    }
    Array<T> a(SIZE), x(LD), y(2 * LD);
    DO(ger(handle, M, N, &alpha, x.d, 1, y.d, -2, a.d, LD));
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            const number v = y.h[2 * (N - 1 - j)];
            a.h[i + j * LD] += wide(alpha) * x.h[i] * (conjugated ? std::conj(v) : v);
        }
    a.check(name);
}

template <class T, class R, class Symv, class Syr, class Syr2>
static void symmetric_vectors(const char *name, Symv symv, Syr syr, Syr2 syr2,
                              bool hermitian)
{
    const T alpha = scalar<T>(1.5, 0.5), beta = scalar<T>(-1, 0.25);
    const R r = 0.5;
    for (cublasFillMode_t uplo : fills) {
        Array<T> a(SIZE), x(LD), y(LD);
        DO(symv(handle, uplo, N, &alpha, a.d, LD, x.d, 1, &beta, y.d, 1));
        product(CUBLAS_OP_N, CUBLAS_OP_N, N, 1, N, wide(alpha),
                full(a.h, uplo, N, hermitian), LD, x.h, LD, wide(beta), y.h, LD);
        y.check(name);
        DO(syr(handle, uplo, N, &r, x.d, 1, a.d, LD));
        DO(syr2(handle, uplo, N, &alpha, x.d, 1, y.d, 1, a.d, LD));
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                if (uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j) {
                    number &to = a.h[i + j * LD];
                    if (hermitian)
                        to += double(r) * x.h[i] * std::conj(x.h[j]) +
                              wide(alpha) * x.h[i] * std::conj(y.h[j]) +
                              std::conj(wide(alpha)) * y.h[i] * std::conj(x.h[j]);
                    else
                        to += double(r) * x.h[i] * x.h[j] +
                              wide(alpha) * (x.h[i] * y.h[j] + y.h[i] * x.h[j]);
                    if (hermitian && i == j)
                        to = to.real();
                }
        a.check(name);
    }
}

// ---- Several types: x of T, scalars of S.

template <class T, class S>
static void vectors_ex(const char *name, cudaDataType type, cudaDataType scale)
{
    Array<T> x(2 * N), y(N);
    const S alpha = scalar<S>(1.5, 0);
    S norm;
    T result;
    number sum = 0;
    double squares = 0;
    DO(cublasAxpyEx(handle, N, &alpha, scale, x.d, type, 2, y.d, type, 1, CUDA_R_32F));
    DO(cublasScalEx(handle, N, &alpha, scale, x.d, type, 2, CUDA_R_32F));
    for (int i = 0; i < N; i++) {
        y.h[i] += wide(alpha) * x.h[2 * i];
        x.h[2 * i] *= wide(alpha);
    }
    y.check(name, 1e-2);
    x.check(name, 1e-2);
    DO(cublasNrm2Ex(handle, N, x.d, type, 2, &norm, scale, CUDA_R_32F));
    DO(cublasDotEx(handle, N, x.d, type, 2, y.d, type, 1, &result, type, CUDA_R_32F));
    for (int i = 0; i < N; i++) {
        sum += x.h[2 * i] * y.h[i];
        squares += std::norm(x.h[2 * i]);
    }
    expect(std::abs(wide(result) - sum) <= 1e-2 * (1 + std::abs(sum)), name);
    expect(std::abs(wide(norm) - std::sqrt(squares)) < 1e-2, name);
}

#endif
