/* Local arrays, used in every way that is right; names that are an array at one place
   and a pointer, a member or a shared array at another. */
#include "test.h"

struct four {
    float v[4];
    __device__ float &operator[](int i)
    {
        return v[i];
    }
};

__device__ float last(const float *a, int i)
{
    return a[i];
}

__device__ float of_shared(float (*a)[4], int i)
{
    return a[0][i]; // a row after the first
}

template <int n> __device__ float total(const float (&a)[n], int more)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i + more];
    return sum;
}

enum { ROWS = 4 };

/* One name, declared again in scopes of its own: 0. */
__device__ float again(const float *in)
{
    float sum = 0, v[ROWS];
    for (int i = 0; i < ROWS; i++)
        v[i] = in[i];
    {
        __shared__ float v[ROWS];
        if (threadIdx.x < ROWS)
            v[threadIdx.x] = 0;
        __syncthreads();
        sum += v[ROWS - 1];
    }
    {
        float *p, v[ROWS + 1], w[2][ROWS] = {};
        p = v;
        v[ROWS] = 0;
        sum += p[ROWS] + w[threadIdx.x % 2][ROWS - 1];
    }
    {
        typedef float v[ROWS];
        v q = {};
        sum += q[ROWS - 1];
    }
    auto of = [](const float v[ROWS], int i) { return v[i]; };
    const float *u = in;
    return sum + of(u, ROWS) - u[ROWS] + v[threadIdx.x % ROWS] - in[threadIdx.x % ROWS];
}

__global__ void use(const float *in, float *out)
{
    __shared__ float tile[2][4];
    float a[8], b[2][2], *end = &a[8], *p = a;
    int order[3] = {2, 0, 1}, k = 0;
    four c = {{1, 2, 3, 4}};
    if (threadIdx.x < 8)
        tile[0][threadIdx.x] = threadIdx.x; // both rows
    __syncthreads();
    for (; p < end; p++)
        *p = 1;
    for (int i = 0; i < 4; i++)
        b[i / 2][i % 2] = c[i] - c.v[i];
    b[order[order[0]] - 1][order[1]] = 0;
    {
        const float *a = in; // another one
        b[0][0] = a[threadIdx.x];
    }
    auto third = [&](const float *a) { return a[20] + order[k++]; };
    const float sum = third(in) - 22 + total(a, 0) - 8;
    float *q = &a[0] + 1;
    out[threadIdx.x] = again(in) + b[0][0] + sum + last(&a[7], -7) - q[-1] +
                       of_shared(tile, 5 * k) - 5 + (a[7 & (int)in[9]] - 1);
}

int main()
{
    RUN(use, 1, N, i)
}
