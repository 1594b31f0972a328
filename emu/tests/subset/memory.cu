// Vector types and what makes them, loads and stores with hints, memcpy and memset in
// kernels. Reads of what these stored are no reads of unset memory.
#include "expect.h"

#define VECTOR(type, base, bytes, alignment)                                           \
    static_assert(sizeof(type) == bytes && alignof(type) == alignment, #type);         \
    static_assert(sizeof(((type *)0)->x) == sizeof(base), #type)
VECTOR(char1, char, 1, 1);
VECTOR(char2, char, 2, 2);
VECTOR(uchar3, char, 3, 1);
VECTOR(uchar4, char, 4, 4);
VECTOR(short2, short, 4, 4);
VECTOR(ushort3, short, 6, 2);
VECTOR(ushort4, short, 8, 8);
VECTOR(int2, int, 8, 8);
VECTOR(uint3, int, 12, 4);
VECTOR(int4, int, 16, 16);
VECTOR(long2, long, 16, 16);
VECTOR(ulong3, long, 24, 8);
VECTOR(longlong2, long long, 16, 16);
VECTOR(float1, float, 4, 4);
VECTOR(float2, float, 8, 8);
VECTOR(float3, float, 12, 4);
VECTOR(float4, float, 16, 16);
VECTOR(double2, double, 16, 16);
static_assert(sizeof(dim3) == 12, "dim3");
static_assert(sizeof(uint) == 4 && sizeof(ushort) == 2 && sizeof(ulong) == 8, "uint");

#define MADE(type, base)                                                               \
    IS(make_##type##1((base)1).x, (base)1);                                            \
    IS(make_##type##2(1, 2).y, (base)2);                                               \
    IS(make_##type##3(1, 2, 3).z, (base)3);                                            \
    IS(make_##type##4(1, 2, 3, 4).x + make_##type##4(1, 2, 3, 4).w, 5)

__global__ void made(void)
{
    MADE(char, signed char);
    MADE(uchar, unsigned char);
    MADE(short, short);
    MADE(ushort, unsigned short);
    MADE(int, int);
    MADE(uint, unsigned);
    MADE(longlong, long long);
    MADE(ulonglong, unsigned long long);
    MADE(float, float);
    MADE(double, double);
    dim3 one(7), box = dim3(2, 3, 4);
    IS(one.x == 7 && one.y == 1 && one.z == 1, true);
    IS(box.x * box.y * box.z, 24u);
}

template <class T> __device__ void hints(T *p, T value)
{
    __stwb(p, value);
    __syncthreads();
    T a = __ldca(p), b = __ldcg(p), c = __ldcs(p), d = __ldlu(p), e = __ldcv(p);
    IS(a.x == value.x && b.x == value.x && c.x == value.x, true);
    IS(d.y == value.y && e.y == value.y, true);
    __stcg(p, value);
    __stcs(p, value);
    __stwt(p, value);
    IS(p->y, value.y);
}

__global__ void hinted(const float *in, const float4 *in4, const uchar4 *bytes,
                       float2 *f2, float4 *f4, int2 *i2, double2 *d2, float *f)
{
    hints(f2, make_float2(1, 2));
    hints(f4, make_float4(1, 2, 3, 4));
    hints(i2, make_int2(1, 2));
    hints(d2, make_double2(1, 2));
    __stcg(f, 2.5f);
    IS(__ldcg(f), 2.5f);
    IS(__ldg(in + 5), 5.0f);
    IS(__ldg(&in4[1]).w, 7.0f);
    IS(__ldg(bytes).z, 0x80); // 1.0f is 00 00 80 3f in memory
}

struct record {
    float4 a;
    short b[3];
    char c;
};

__global__ void copies(const struct record *from, struct record *to, unsigned char *raw)
{
    __shared__ struct record kept;
    memcpy(&kept, from, sizeof kept);
    memcpy(to, &kept, sizeof kept);
    IS(to->a.z == 3 && to->b[2] == 6 && to->c == 'c', true);
    float4 a;
    memcpy(&a, &from->a, sizeof a);
    IS(a.w, 4.0f);
    memset(raw, 0x5a, 37);
    IS(raw[0] == 0x5a && raw[36] == 0x5a, true);
}

int main()
{
    float h[8], *in;
    char *room;
    for (int i = 0; i < 8; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMalloc(&room, 128);
    made<<<1, 1>>>();
    hinted<<<1, 1>>>(in, (float4 *)in, (uchar4 *)(in + 1), (float2 *)room,
                     (float4 *)(room + 16), (int2 *)(room + 32), (double2 *)(room + 48),
                     (float *)(room + 64));
    struct record r = {{1, 2, 3, 4}, {4, 5, 6}, 'c'}, *from, *to;
    unsigned char *raw;
    cudaMalloc(&from, sizeof r);
    cudaMalloc(&to, sizeof r);
    cudaMalloc(&raw, 64);
    cudaMemcpy(from, &r, sizeof r, cudaMemcpyHostToDevice);
    copies<<<1, 1>>>(from, to, raw);
    return report();
}
