// Functions of float and double: against double, against each other, and at the ends.
#include "expect.h"

#include <math_constants.h>

// Of a float function: at most two units in the last place from the value in double.
__device__ bool near(double got, double want)
{
    return fabs(got - want) <= fabs(want) * 0x1p-22 + 0x1p-149;
}
__device__ bool nearer(double got, double want)
{
    return fabs(got - want) <= fabs(want) * 0x1p-50;
}

__global__ void floats(void)
{
    for (int i = 1; i < 40; i++) {
        float x = 0.07f * i, y = 3.1f - x;
        double a = x, b = y;
        IS(near(expf(x), exp(a)) && near(exp2f(x), exp2(a)) &&
               near(exp10f(x), exp10(a)),
           true);
        IS(near(logf(x), log(a)) && near(log2f(x), log2(a)) &&
               near(log1pf(x), log1p(a)),
           true);
        IS(near(log10f(x), log10(a)) && near(expm1f(x), expm1(a)), true);
        IS(near(sinf(x), sin(a)) && near(cosf(x), cos(a)) && near(tanf(x), tan(a)),
           true);
        IS(near(asinf(x / 3), asin((double)(x / 3))), true);
        IS(near(atanf(x), atan(a)) && near(atan2f(x, y), atan2(a, b)), true);
        IS(near(sinhf(x), sinh(a)) && near(coshf(x), cosh(a)) &&
               near(tanhf(x), tanh(a)),
           true);
        IS(near(powf(x, y), pow(a, b)) && near(hypotf(x, y), hypot(a, b)), true);
        IS(near(sqrtf(x), sqrt(a)) && near(cbrtf(x), cbrt(a)), true);
        IS(near(rsqrtf(x), 1 / sqrt(a)) && near(rcbrtf(x), 1 / cbrt(a)), true);
        IS(near(rhypotf(x, y), 1 / hypot(a, b)), true);
        IS(near(erff(x), erf(a)) && near(erfcf(x), erfc(a)), true);
        IS(near(normcdff(x), erfc(-a / sqrt(2.0)) / 2), true);
        IS(near(tgammaf(x), tgamma(a)), true);
        IS(near(fdividef(x, y), a / b), true);
        IS(near(norm3df(x, y, 2), sqrt(a * a + b * b + 4)), true);
        IS(near(rnorm3df(x, y, 2), 1 / sqrt(a * a + b * b + 4)), true);
        IS(near(norm4df(x, y, 2, 1), sqrt(a * a + b * b + 5)), true);
        IS(near(rnorm4df(x, y, 2, 1), 1 / sqrt(a * a + b * b + 5)), true);
        float v[5] = {x, y, x, y, x};
        IS(near(normf(5, v), sqrt(3 * a * a + 2 * b * b)), true);
        IS(near(rnormf(5, v), 1 / sqrt(3 * a * a + 2 * b * b)), true);
        IS(fmaf(x, y, 1) == (float)(a * b + 1), true);
        float s, c;
        sincosf(x, &s, &c);
        IS(s == sinf(x) && c == cosf(x), true);
        sincospif(x, &s, &c);
        IS(s == sinpif(x) && c == cospif(x), true);
        IS(near(sinpif(x), sin(a * CUDART_PI)) &&
               fabs(cospif(x) - cos(a * CUDART_PI)) < 1e-6,
           true);
    }
}

// The fast functions: on a GPU right to a few bits less.
__global__ void fast(void)
{
    for (int i = 1; i < 40; i++) {
        float x = 0.07f * i;
        double a = x, close = 1e-5;
        IS(fabs(__expf(x) / exp(a) - 1) < close, true);
        IS(fabs(__exp10f(x) / exp10(a) - 1) < close, true);
        IS(fabs(__logf(x) - log(a)) < close, true);
        IS(fabs(__log2f(x) - log2(a)) < close, true);
        IS(fabs(__log10f(x) - log10(a)) < close, true);
        IS(fabs(__powf(x, 1.5f) / pow(a, 1.5) - 1) < close, true);
        IS(fabs(__sinf(x) - sin(a)) < close, true);
        IS(fabs(__cosf(x) - cos(a)) < close, true);
        IS(fabs(__tanf(x / 3) - tan(a / 3)) < close, true);
        float s, c;
        __sincosf(x, &s, &c);
        IS(fabs(s - sin(a)) < close && fabs(c - cos(a)) < close, true);
        IS(fabs(__fdividef(1, x) * a - 1) < close, true);
    }
    IS(__fdividef(2.0f, 0x1.8p126f), 0.0f);
    IS(__saturatef(0.25f), 0.25f);
    IS(__saturatef(-3.0f), 0.0f);
    IS(__saturatef(3.0f), 1.0f);
    IS(__saturatef(CUDART_NAN_F), 0.0f);
}

__global__ void doubles(void)
{
    for (int i = 1; i < 40; i++) {
        double x = 0.07 * i, y = 3.1 - x;
        IS(nearer(rsqrt(x) * sqrt(x), 1) && nearer(rcbrt(x) * cbrt(x), 1), true);
        IS(nearer(rhypot(x, y) * hypot(x, y), 1), true);
        IS(nearer(norm3d(x, y, 2), sqrt(x * x + y * y + 4)), true);
        IS(nearer(rnorm4d(x, y, 2, 1) * norm4d(x, y, 2, 1), 1), true);
        IS(nearer(exp10(x), pow(10.0, x)), true);
        IS(nearer(fma(x, y, 1.0), x * y + 1), true);
        double s, c;
        sincos(x, &s, &c);
        IS(s == sin(x) && c == cos(x), true);
    }
    IS(sinpi(0.5), 1.0);
    IS(sinpi(1.0), 0.0);
    IS(sinpi(1.5), -1.0);
    IS(sinpi(1e15 + 0.5), 1.0);
    IS(cospi(0.5), 0.0);
    IS(cospi(1.0), -1.0);
    IS(cospi(-0.5), 0.0);
    IS(fabs(cospi(1.0 / 3) - 0.5) < 1e-15, true);
    IS(isnan(sinpi(CUDART_INF)), true);
}

// Overloads: a float argument gives a float.
__global__ void overloads(void)
{
    IS(sizeof(sqrt(2.0f)) + sizeof(rsqrt(2.0f)) + sizeof(sinpi(0.5f)),
       3 * sizeof(float));
    IS(sizeof(abs(-2.0f)) + sizeof(pow(2.0f, 2.0f)) + sizeof(fma(1.0f, 1.0f, 1.0f)),
       3 * sizeof(float));
    IS(sizeof(rcbrt(8.0)), sizeof(double));
    IS(abs(-2.5f), 2.5f);
    IS(abs(-3), 3);
    IS(isnan(CUDART_NAN_F) && !isnan(1.0f) && isinf(CUDART_INF_F) && isfinite(1.0),
       true);
    IS(signbit(-0.0f) != 0, true);
    IS(CUDART_MAX_NORMAL_F, 3.402823466e38f);
    IS(CUDART_PI_F, 3.14159274f);
}

// Results through pointers are stores like any other: seen, and so known to be set.
__global__ void through_pointers(float *f, double *d, int *n)
{
    sincosf(0.5f, &f[0], &f[1]);
    f[2] = frexpf(12.0f, &n[0]);
    f[3] = modff(-2.75f, &f[4]);
    f[5] = remquof(7.0f, 2.0f, &n[1]);
    d[0] = frexp(0.75, &n[2]);
    d[1] = modf(2.5, &d[2]);
    IS(f[0], sinf(0.5f));
    IS(f[1], cosf(0.5f));
    IS(f[2] == 0.75f && n[0] == 4, true);
    IS(f[3] == -0.75f && f[4] == -2.0f, true);
    IS(f[5] == -1.0f && (n[1] & 7) == 4, true);
    IS(d[0] == 0.75 && n[2] == 0 && d[1] == 0.5 && d[2] == 2.0, true);
}

int main()
{
    float *f;
    double *d;
    int *n;
    cudaMalloc(&f, 6 * sizeof *f);
    cudaMalloc(&d, 3 * sizeof *d);
    cudaMalloc(&n, 3 * sizeof *n);
    floats<<<1, 1>>>();
    fast<<<1, 1>>>();
    doubles<<<1, 1>>>();
    overloads<<<1, 1>>>();
    through_pointers<<<1, 1>>>(f, d, n);
    return report();
}
