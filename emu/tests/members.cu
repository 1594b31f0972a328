// Dynamic shared memory that is viewed as structs: each kernel reads a member that was
// never set.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct stage {
    float A[8][4], B[4];
};
template <int N, typename T = float> struct ring {
    struct stage stages[N], spare;
    T *pointer;
    alignas(16) T last[N + 1][2][3];
    uint64_t full[N], empty[N];
};
struct __align__(16) many
{
    int a[2][3][2][2], b;
};
struct derived : stage {
    int more;
};
struct with_functions {
    int value[4];
    __device__ int get(int i) const
    {
        return value[i];
    }
};
struct with_bits {
    unsigned bits : 3;
    int value;
};
struct with_struct {
    struct {
        int x;
    } inner;
    int value;
};
template <int N> struct with_structs {
    struct {
        int Q, R;
    };
    int first;
};
template <int N> struct with_rings {
    int Q[N][2];
    struct {
        int K[N], V[N];
        struct {
            int x, y;
        } deep[2];
    } ring[2], other;
};

template <typename T> __device__ void keep(T value)
{
    if (value == (T)12345)
        printf("kept");
}

__global__ void one(int i)
{
    extern __shared__ __align__(16) char memory[];
    struct ring<2> *r = (struct ring<2> *)memory;
    switch (i) {
    case 0:
        return keep(r->stages[1].A[5][3]);
    case 1:
        return keep(r->spare.B[2]);
    case 2:
        return keep(r->last[2][1][0]);
    case 3:
        return keep(r->empty[1]);
    }
}
__global__ void several(int i)
{
    extern __shared__ char memory[];
    const stage *tiles = reinterpret_cast<const stage *>(memory);
    keep(tiles[i].B[1]);
}
__global__ void flat()
{
    extern __shared__ char memory[];
    keep(((struct many *)memory)->a[1][2][1][0]);
}
template <typename T> __global__ void as(int i)
{
    extern __shared__ char memory[];
    T *of = (T *)memory;
    keep(((int *)of)[i]);
}
__global__ void two_views()
{
    extern __shared__ char memory[];
    keep(((stage *)memory)->B[0]);
    keep(((ring<1> *)memory)->full[0]);
}
__global__ void no_struct()
{
    extern __shared__ float numbers[];
    keep(numbers[7]);
}

int main(int argc, char **argv)
{
    const int i = argc > 1 ? atoi(argv[1]) : 0;

    switch (i) {
    default:
        one<<<1, 1, sizeof(struct ring<2>)>>>(i);
        break;
    case 4:
        several<<<1, 1, 3 * sizeof(stage)>>>(2);
        break;
    case 5:
        flat<<<1, 1, sizeof(many)>>>();
        break;
    case 6:
        as<derived><<<1, 1, sizeof(derived)>>>(4);
        break;
    case 7:
        as<with_functions><<<1, 1, sizeof(with_functions)>>>(3);
        break;
    case 8:
        as<with_bits><<<1, 1, sizeof(with_bits)>>>(1);
        break;
    case 9:
        as<with_struct><<<1, 1, sizeof(with_struct)>>>(1);
        break;
    case 10:
        as<float><<<1, 1, 16>>>(2);
        break;
    case 11:
        two_views<<<1, 1, sizeof(ring<1>)>>>();
        break;
    case 14:
        as<with_rings<4>><<<1, 1, sizeof(with_rings<4>)>>>(8 + 12 + 8 + 3);
        break;
    case 15:
        as<with_rings<4>><<<1, 1, sizeof(with_rings<4>)>>>(8 + 24 + 5);
        break;
    case 16:
        as<with_structs<1>><<<1, 1, sizeof(with_structs<1>)>>>(1);
        break;
    case 13:
        several<<<1, 1, 3 * sizeof(stage)>>>(3);
        break;
    case 12:
        no_struct<<<1, 1, 32>>>();
    }
    cudaDeviceSynchronize();
}
