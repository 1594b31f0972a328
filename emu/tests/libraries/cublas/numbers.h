/* Arrays of numbers of each type, and what they are compared with. */
#ifndef CUBLAS_NUMBERS_H
#define CUBLAS_NUMBERS_H

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include <cublasLt.h>
#include <cublas_v2.h>

typedef std::complex<double> number;
typedef std::vector<number> numbers;

static cublasHandle_t handle;
static int failures;

static void expect(bool right, const char *what)
{
    if (!right)
        printf("%s: wrong\n", what);
    failures += !right;
}
#define DO(call) expect((call) == CUBLAS_STATUS_SUCCESS, #call)

// ---- Elements.

static number wide(float x)
{
    return x;
}
static number wide(double x)
{
    return x;
}
static number wide(cuComplex x)
{
    return number(x.x, x.y);
}
static number wide(cuDoubleComplex x)
{
    return number(x.x, x.y);
}
static number wide(__half x)
{
    return __half2float(x);
}
static number wide(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}
static number wide(signed char x)
{
    return x;
}
static number wide(int x)
{
    return x;
}
static void narrow(float &to, number x)
{
    to = x.real();
}
static void narrow(double &to, number x)
{
    to = x.real();
}
static void narrow(cuComplex &to, number x)
{
    to = make_cuComplex(x.real(), x.imag());
}
static void narrow(cuDoubleComplex &to, number x)
{
    to = make_cuDoubleComplex(x.real(), x.imag());
}
static void narrow(__half &to, number x)
{
    to = __float2half(x.real());
}
static void narrow(__nv_bfloat16 &to, number x)
{
    to = __float2bfloat16(x.real());
}
static void narrow(signed char &to, number x)
{
    to = x.real();
}
static void narrow(int &to, number x)
{
    to = x.real();
}

// An array in device memory, with its values on the host: small multiples of 1/4, so
// that every type has them exactly.
template <class T> struct Array {
    T *d;
    numbers h;
    Array(int n) : h(n)
    {
        std::vector<T> t(n);
        for (int i = 0; i < n; i++) {
            narrow(t[i], number(rand() % 17 - 8, rand() % 17 - 8) *
                             (std::is_integral<T>() ? 1. : 0.25));
            h[i] = wide(t[i]);
        }
        cudaMalloc(&d, n * sizeof(T));
        cublasSetVector(n, sizeof(T), t.data(), 1, d, 1);
    }
    ~Array()
    {
        cudaFree(d);
    }
    numbers get() const
    {
        std::vector<T> t(h.size());
        numbers all(h.size());
        cublasGetVector(h.size(), sizeof(T), d, 1, t.data(), 1);
        for (size_t i = 0; i < all.size(); i++)
            all[i] = wide(t[i]);
        return all;
    }
    // All elements are as in h, up to rounding.
    void check(const char *what, double tolerance = 1e-4) const
    {
        const numbers got = get();
        for (size_t i = 0; i < h.size(); i++)
            if (!(std::abs(got[i] - h[i]) <= tolerance * (1 + std::abs(h[i])))) {
                printf("%s: element %zu: got %g %g, expected %g %g\n", what, i,
                       got[i].real(), got[i].imag(), h[i].real(), h[i].imag());
                failures++;
                return;
            }
    }
};

static number op(const numbers &a, int ld, cublasOperation_t t, int i, int j)
{
    const number x = a[t == CUBLAS_OP_N ? i + j * ld : j + i * ld];
    return t == CUBLAS_OP_C ? std::conj(x) : x;
}
template <class T> static T scalar(double re, double im)
{
    T t;
    narrow(t, number(re, im));
    return t;
}
static const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

// C = alpha op(A) op(B) + beta C on the host.
static void product(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                    number alpha, const numbers &a, int lda, const numbers &b, int ldb,
                    number beta, numbers &c, int ldc, int at_a = 0, int at_b = 0,
                    int at_c = 0)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            number sum = 0;
            for (int p = 0; p < k; p++)
                sum += op(numbers(a.begin() + at_a, a.end()), lda, ta, i, p) *
                       op(numbers(b.begin() + at_b, b.end()), ldb, tb, p, j);
            number &to = c[at_c + i + j * ldc];
            to = alpha * sum + (beta == 0. ? 0. : beta * to);
        }
}

enum { M = 5, N = 4, K = 6, LD = 7, SIZE = LD * LD };

static numbers full(const numbers &a, cublasFillMode_t uplo, int n, bool hermitian)
{
    numbers f = a;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            const bool there = uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
            const number x = there ? a[i + j * LD] : a[j + i * LD];
            f[i + j * LD] = !hermitian ? x
                            : i == j   ? x.real()
                            : there    ? x
                                       : std::conj(x);
        }
    return f;
}
static numbers triangle(const numbers &a, cublasFillMode_t uplo, cublasDiagType_t diag,
                        int n)
{
    numbers f = a;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (i == j && diag == CUBLAS_DIAG_UNIT)
                f[i + j * LD] = 1;
            else if (uplo == CUBLAS_FILL_MODE_UPPER ? i > j : i < j)
                f[i + j * LD] = 0;
    return f;
}
static const cublasFillMode_t fills[] = {CUBLAS_FILL_MODE_LOWER,
                                         CUBLAS_FILL_MODE_UPPER};

#endif
