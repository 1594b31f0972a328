// cuBLAS against plain loops: each family, with transposes, leading dimensions and
// increments, in all types that it has. Prints "right", or what is wrong.
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

// ---- Products.

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

// ---- Symmetric and triangular matrices. A whole matrix from a triangle:

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

// ---- cuBLASLt: D = epilogue(alpha A' B + beta C + bias), a batch of two.

template <class T, class S>
static void epilogues(const char *name, cudaDataType type, cudaDataType scale,
                      cublasComputeType_t compute, double tolerance)
{
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t layout[4];
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found;
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const int32_t two = 2;
    const int64_t stride = SIZE;
    const int rows[] = {K, K, M, M}, columns[] = {M, N, N, N};
    int n = 0;
    DO(cublasLtCreate(&lt));
    DO(cublasLtMatmulDescCreate(&desc, compute, scale));
    DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
                                      sizeof transposed));
    for (int i = 0; i < 4; i++) {
        DO(cublasLtMatrixLayoutCreate(&layout[i], type, rows[i], columns[i], LD));
        DO(cublasLtMatrixLayoutSetAttribute(
            layout[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &two, sizeof two));
        DO(cublasLtMatrixLayoutSetAttribute(layout[i],
                                            CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                            &stride, sizeof stride));
    }
    DO(cublasLtMatmulPreferenceCreate(&preference));
    DO(cublasLtMatmulAlgoGetHeuristic(lt, desc, layout[0], layout[1], layout[2],
                                      layout[3], preference, 1, &found, &n));
    expect(n == 1 && found.state == CUBLAS_STATUS_SUCCESS, name);
    Array<T> a(2 * SIZE), b(2 * SIZE), c(2 * SIZE), d(2 * SIZE), aux(SIZE), bias(M);
    const S alpha = scalar<S>(0.25, 0), beta = scalar<S>(-1, 0);
    DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.d,
                                      sizeof bias.d));
    for (cublasLtEpilogue_t epilogue :
         {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU,
          CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU_BIAS}) {
        DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                          &epilogue, sizeof epilogue));
        DO(cublasLtMatmul(lt, desc, &alpha, a.d, layout[0], b.d, layout[1], &beta, c.d,
                          layout[2], d.d, layout[3], &found.algo, NULL, 0, 0));
        for (int at : {0, int(SIZE)}) {
            numbers sum = c.h;
            product(CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, wide(alpha), a.h, LD, b.h, LD,
                    -1, sum, LD, at, at, at);
            for (int j = 0; j < N; j++)
                for (int i = 0; i < M; i++) {
                    double x =
                        sum[at + i + j * LD].real() +
                        (epilogue & CUBLASLT_EPILOGUE_BIAS ? bias.h[i].real() : 0);
                    if (epilogue & CUBLASLT_EPILOGUE_RELU)
                        x = x < 0 ? 0 : x;
                    if (epilogue & CUBLASLT_EPILOGUE_GELU)
                        x = x / 2 *
                            (1 + std::tanh(std::sqrt(2 / M_PI) *
                                           (x + 0.044715 * x * x * x)));
                    d.h[at + i + j * LD] = x;
                }
        }
        d.check(name, tolerance);
    }
    const cublasLtEpilogue_t other = CUBLASLT_EPILOGUE_BGRADA;
    DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &other,
                                      sizeof other));
    expect(cublasLtMatmul(lt, desc, &alpha, a.d, layout[0], b.d, layout[1], &beta, c.d,
                          layout[2], d.d, layout[3], NULL, NULL, 0,
                          0) == CUBLAS_STATUS_NOT_SUPPORTED,
           "an epilogue");
    for (int i = 0; i < 4; i++)
        DO(cublasLtMatrixLayoutDestroy(layout[i]));
    DO(cublasLtMatmulPreferenceDestroy(preference));
    DO(cublasLtMatmulDescDestroy(desc));
    DO(cublasLtDestroy(lt));
}

// ---- Streams, transfers, errors.

__global__ void set(float *p, float value)
{
    p[threadIdx.x] = value;
}

static void others()
{
    // A kernel, a call and a copy in one stream need nothing between them.
    cudaStream_t stream, back;
    float *x, *y, *on_host;
    const float two = 2;
    cudaStreamCreate(&stream);
    cudaMalloc(&x, 32 * sizeof *x);
    cudaMalloc(&y, 32 * sizeof *y);
    cudaMallocHost(&on_host, 32 * sizeof *on_host);
    DO(cublasSetStream(handle, stream));
    DO(cublasGetStream(handle, &back));
    expect(back == stream, "cublasGetStream");
    set<<<1, 32, 0, stream>>>(x, 3);
    set<<<1, 32, 0, stream>>>(y, 4);
    DO(cublasSaxpy(handle, 32, &two, x, 1, y, 1));
    DO(cublasGetVectorAsync(32, sizeof *y, y, 1, on_host, 1, stream));
    cudaStreamSynchronize(stream);
    expect(on_host[0] == 10 && on_host[31] == 10, "a stream");
    DO(cublasSetStream(handle, 0));
    cudaStreamDestroy(stream);

    // Rows 0 to 2 of 4 columns of 5 elements, to columns of 6, and back.
    float in[20], out[20] = {0}, *matrix;
    for (int i = 0; i < 20; i++)
        in[i] = i;
    cudaMalloc(&matrix, 24 * sizeof *matrix);
    DO(cublasSetMatrix(3, 4, sizeof *in, in, 5, matrix, 6));
    DO(cublasGetMatrix(3, 4, sizeof *in, matrix, 6, out, 5));
    for (int i = 0; i < 20; i++)
        expect(out[i] == (i % 5 < 3 ? in[i] : 0), "cublasGetMatrix");

    int version;
    cublasMath_t mode;
    DO(cublasGetVersion(handle, &version));
    DO(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
    DO(cublasGetMathMode(handle, &mode));
    expect(version == CUBLAS_VERSION && mode == CUBLAS_TF32_TENSOR_OP_MATH,
           "versions and modes");
    expect(cublasSaxpy(NULL, 32, &two, x, 1, y, 1) == CUBLAS_STATUS_NOT_INITIALIZED,
           "no handle");
    expect(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &two, x, 3, y, 4,
                       &two, x, 4) == CUBLAS_STATUS_INVALID_VALUE,
           "a leading dimension");
    expect(cublasSgemv(handle, CUBLAS_OP_N, -1, 4, &two, x, 3, y, 1, &two, x, 1) ==
               CUBLAS_STATUS_INVALID_VALUE,
           "a negative size");
    cudaFree(x);
    cudaFree(y);
    cudaFree(matrix);
    cudaFreeHost(on_host);
}

#define PRODUCTS(X, T, tolerance)                                                      \
    products<T>(#X "gemm", cublas##X##gemm, cublas##X##gemmStridedBatched,             \
                cublas##X##gemmBatched, tolerance)
#define REAL_OR_COMPLEX(X, T)                                                          \
    PRODUCTS(X, T, 1e-4);                                                              \
    symmetric<T>(#X "symm", cublas##X##symm, false);                                   \
    updates<T, T>(#X "syrk", cublas##X##syrk, cublas##X##syr2k, false);                \
    triangles<T>(#X "trmm", cublas##X##trmm, cublas##X##trsm);                         \
    elementwise<T>(#X "geam", cublas##X##geam, cublas##X##dgmm)
#define VECTORS(X, T, dot, conjugated)                                                 \
    vectors<T>(#X "axpy", cublas##X##axpy, cublas##X##copy, cublas##X##swap,           \
               cublas##X##scal, cublas##X##dot, conjugated)
#define REDUCTIONS(X, N, i, T, R)                                                      \
    reductions<T, R>(#X "nrm2", cublas##N##nrm2, cublas##N##asum, cublasI##i##amax,    \
                     cublasI##i##amin, cublas##X##rot, cublas##X##rotg)
#define GENERAL(X, T, ger, conjugated)                                                 \
    general<T>(#X "gemv", cublas##X##gemv, cublas##X##trmv, cublas##X##trsv,           \
               cublas##X##ger, conjugated)

int main()
{
    DO(cublasCreate(&handle));
    REAL_OR_COMPLEX(S, float);
    REAL_OR_COMPLEX(D, double);
    REAL_OR_COMPLEX(C, cuComplex);
    REAL_OR_COMPLEX(Z, cuDoubleComplex);
    PRODUCTS(H, __half, 4e-3);
    mixed<__half, float, float>("half to float", CUDA_R_16F, CUDA_R_32F,
                                CUBLAS_COMPUTE_32F, 1e-4);
    mixed<__half, __half, float>("half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F,
                                 4e-3);
    mixed<__nv_bfloat16, __nv_bfloat16, float>("bfloat16", CUDA_R_16BF, CUDA_R_16BF,
                                               CUBLAS_COMPUTE_32F, 1e-2);
    mixed<float, float, float>("TF32", CUDA_R_32F, CUDA_R_32F,
                               CUBLAS_COMPUTE_32F_FAST_TF32, 1e-4);
    mixed<double, double, double>("double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F,
                                  1e-12);
    mixed<signed char, int, int>("8 bits", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I,
                                 0);
    symmetric<cuComplex>("Chemm", cublasChemm, true);
    symmetric<cuDoubleComplex>("Zhemm", cublasZhemm, true);
    updates<cuComplex, float>("Cherk", cublasCherk, cublasCher2k, true);
    updates<cuDoubleComplex, double>("Zherk", cublasZherk, cublasZher2k, true);
    VECTORS(S, float, dot, false);
    VECTORS(D, double, dot, false);
    VECTORS(C, cuComplex, dotu, false);
    VECTORS(C, cuComplex, dotc, true);
    VECTORS(Z, cuDoubleComplex, dotu, false);
    VECTORS(Z, cuDoubleComplex, dotc, true);
    REDUCTIONS(S, S, s, float, float);
    REDUCTIONS(D, D, d, double, double);
    REDUCTIONS(C, Sc, c, cuComplex, float);
    REDUCTIONS(Z, Dz, z, cuDoubleComplex, double);
    GENERAL(S, float, ger, false);
    GENERAL(D, double, ger, false);
    GENERAL(C, cuComplex, geru, false);
    GENERAL(C, cuComplex, gerc, true);
    GENERAL(Z, cuDoubleComplex, gerc, true);
    symmetric_vectors<float, float>("Ssymv", cublasSsymv, cublasSsyr, cublasSsyr2,
                                    false);
    symmetric_vectors<double, double>("Dsymv", cublasDsymv, cublasDsyr, cublasDsyr2,
                                      false);
    symmetric_vectors<cuComplex, float>("Chemv", cublasChemv, cublasCher, cublasCher2,
                                        true);
    symmetric_vectors<cuDoubleComplex, double>("Zhemv", cublasZhemv, cublasZher,
                                               cublasZher2, true);
    vectors_ex<__half, float>("AxpyEx of half", CUDA_R_16F, CUDA_R_32F);
    vectors_ex<double, double>("AxpyEx of double", CUDA_R_64F, CUDA_R_64F);
    epilogues<float, float>("Lt, float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
                            1e-4);
    epilogues<double, double>("Lt, double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F,
                              1e-10);
    epilogues<__half, float>("Lt, half", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
                             4e-3);
    epilogues<__nv_bfloat16, float>("Lt, bfloat16", CUDA_R_16BF, CUDA_R_32F,
                                    CUBLAS_COMPUTE_32F, 1e-2);
    others();
    DO(cublasDestroy(handle));
    if (!failures)
        puts("right");
    return failures != 0;
}
