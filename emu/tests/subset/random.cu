// cuRAND in kernels: integers and uniform numbers are those of an H200 (release 13.0),
// bit by bit; normal ones are within 2e-6, and 1e-13 of double.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <curand_kernel.h>

struct numbers {
    unsigned u[512];
    float f[512];
    double d[512];
};

template <class S> __device__ void normals(S *s, float *f)
{
    for (int k = 0; k < 3; k++)
        f[8 + k] = curand_normal(s);
    const float2 pair = curand_normal2(s);
    f[11] = pair.x;
    f[12] = pair.y;
    f[13] = curand_log_normal(s, 0.5f, 2.f);
    f[14] = curand_uniform(s);
}
template <class S> __device__ void doubles(S *s, double *d)
{
    d[6] = curand_normal_double(s);
    d[7] = curand_normal_double(s);
    const double2 pair = curand_normal2_double(s);
    d[8] = pair.x;
    d[9] = pair.y;
    d[10] = curand_log_normal_double(s, 0.1, 0.2);
    for (int k = 11; k < 16; k++)
        d[k] = curand_uniform_double(s);
}

__global__ void philox(numbers *all, unsigned long long seed)
{
    const int i = threadIdx.x;
    unsigned *u = all->u + 16 * i;
    float *f = all->f + 16 * i;
    double *d = all->d + 16 * i;
    curandStatePhilox4_32_10_t s;
    curand_init(seed, i, i * 3, &s);
    for (int k = 0; k < 6; k++)
        u[k] = curand(&s);
    const uint4 v = curand4(&s);
    u[6] = v.x, u[7] = v.y, u[8] = v.z, u[9] = v.w;
    u[10] = curand(&s);
    skipahead(5, &s);
    u[11] = curand(&s);
    skipahead_sequence(3, &s);
    u[12] = curand(&s);
    skipahead(1000000007ull, &s);
    for (int k = 13; k < 16; k++)
        u[k] = curand(&s);
    for (int k = 0; k < 4; k++)
        f[k] = curand_uniform(&s);
    const float4 q = curand_uniform4(&s);
    f[4] = q.x, f[5] = q.y, f[6] = q.z, f[7] = q.w;
    normals(&s, f);
    f[15] = curand_normal4(&s).w;
    for (int k = 0; k < 4; k++)
        d[k] = curand_uniform_double(&s);
    const double2 e = curand_uniform2_double(&s);
    d[4] = e.x, d[5] = e.y;
    doubles(&s, d);
}

__global__ void mrg(numbers *all, unsigned long long seed)
{
    const int i = threadIdx.x;
    unsigned *u = all->u + 16 * i;
    float *f = all->f + 16 * i;
    double *d = all->d + 16 * i;
    curandStateMRG32k3a_t s;
    curand_init(seed, i, i * 3, &s);
    for (int k = 0; k < 11; k++)
        u[k] = curand(&s);
    skipahead(5, &s);
    u[11] = curand(&s);
    skipahead_sequence(3, &s);
    u[12] = curand(&s);
    skipahead(1000000007ull, &s);
    u[13] = curand(&s);
    skipahead_subsequence(9, &s);
    u[14] = curand(&s);
    u[15] = curand(&s);
    for (int k = 0; k < 8; k++)
        f[k] = curand_uniform(&s);
    normals(&s, f);
    f[15] = 0;
    for (int k = 0; k < 6; k++)
        d[k] = curand_uniform_double(&s);
    doubles(&s, d);
}

// FNV-1a of the integers and of the bits of uniform numbers.
static unsigned long long mix(unsigned long long h, unsigned long long v)
{
    for (int i = 0; i < 8; i++)
        h = (h ^ (v >> 8 * i & 255)) * 0x100000001b3ull;
    return h;
}
template <class T> static unsigned long long bits(T x)
{
    unsigned long long all = 0;
    memcpy(&all, &x, sizeof x);
    return all;
}
static unsigned long long hash(const numbers *all)
{
    unsigned long long h = 0xcbf29ce484222325ull;
    for (int i = 0; i < 512; i++) {
        const int k = i % 16;
        h = mix(h, all->u[i]);
        if (k < 8 || k == 14)
            h = mix(h, bits(all->f[i]));
        if (k < 6 || k > 10)
            h = mix(h, bits(all->d[i]));
    }
    return h;
}

static bool near(double x, double y, double limit)
{
    if (fabs(x - y) <= limit * fmax(1, fabs(y)))
        return true;
    printf("got %.17g, expected %.17g\n", x, y);
    return false;
}

int main()
{
    static const struct {
        unsigned long long seed, philox, mrg;
    } gpu[] = {{0, 0x33679d164cd4c0f5, 0xcb48a1f736b8b111},
               {1, 0x947178d1c1500a1f, 0x9b9312c88d107618},
               {1234, 0xe78be11b3c08bd7d, 0xc5828d1d7ca3f2bc},
               {0x123456789abcdef, 0xe46fc6555561d62f, 0x2df64000f505d93},
               {~0ull, 0xc49080e5ab3c0c61, 0xe63cbc88cc3e7735}};
    // Of thread 7 and seed 1234: numbers 8, 9, 11 and 13, a float and a double each.
    static const int which[] = {8, 9, 11, 13};
    static const float floats[2][4] = {
        {-0x1.6f379ep-5f, -0x1.0e6234p+0f, 0x1.c905bap-2f, 0x1.26d5e8p+0f},
        {-0x1.854296p-2f, 0x1.f67666p+0f, 0x1.0e4ad6p-2f, 0x1.c454dp-1f}};
    static const double doubles[2][2] = {{-0x1.156e25afaa072p+0, 0x1.06b35531614e8p-2},
                                         {-0x1.11cfe5d4da942p+0, 0x1.241ae0cc08d07p+0}};
    static numbers host;
    numbers *all;
    bool right = true;
    cudaMalloc(&all, sizeof host);
    for (auto &g : gpu)
        for (int m = 0; m < 2; m++) {
            (m ? mrg : philox)<<<1, 32>>>(all, g.seed);
            cudaMemcpy(&host, all, sizeof host, cudaMemcpyDeviceToHost);
            if (hash(&host) != (m ? g.mrg : g.philox)) {
                printf("generator %d, seed %llu: other numbers\n", m, g.seed);
                right = false;
            }
            for (int k = 0; g.seed == 1234 && k < 4; k++)
                right &= near(host.f[7 * 16 + which[k]], floats[m][k], 2e-6);
            for (int k = 0; g.seed == 1234 && k < 2; k++)
                right &= near(host.d[7 * 16 + which[k]], doubles[m][k], 1e-13);
        }
    cudaFree(all);
    puts(right ? "right" : "wrong");
}
