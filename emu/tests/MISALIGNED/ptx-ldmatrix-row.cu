// Inline PTX: the rows of a matrix are 24 bytes apart, but must be at multiples of 16.
#include "test.h"

#ifdef TWIN
enum { PITCH = 16 };
#else
enum { PITCH = 12 };
#endif

__global__ void rows(const float *in, float *out)
{
    __shared__ __align__(16) unsigned short box[8 * 16];
    int i = threadIdx.x;
    for (int k = i; k < 8 * 16; k += 32)
        box[k] = (unsigned short)(in[0] == 0);
    __syncthreads();
    unsigned r, row = (unsigned)__cvta_generic_to_shared(&box[i % 8 * PITCH]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" // FAULT
                 : "=r"(r)
                 : "r"(row)
                 : "memory");
    out[i] = out[i + 32] = r == 0x10001 ? 0 : 1;
}

int main()
{
    RUN(rows, 1, 32, 0)
}
