// A call of a matrix instruction with sums of a kind that its factors cannot have.

/* No PTX has this: the function is the one that inline PTX becomes. */
#include "test.h"

#ifdef TWIN
static const emu_mma_shape shape = {16, EMU_F16, EMU_F16, EMU_F32, EMU_F32, 0};
#else
static const emu_mma_shape shape = {16, EMU_S8, EMU_S8, EMU_F32, EMU_F32, 0};
#endif

__global__ void multiply(float *out)
{
    unsigned a[4] = {0x3c003c00, 0x3c003c00, 0x3c003c00, 0x3c003c00};
    unsigned b[2] = {0x3c003c00, 0x3c003c00};
    float c[4] = {1, 1, 1, 1}, d[4];
    void *const at_a[] = {&a[0], &a[1], &a[2], &a[3]}, *const at_b[] = {&b[0], &b[1]};
    void *const at_c[] = {&c[0], &c[1], &c[2], &c[3]};
    void *const at_d[] = {&d[0], &d[1], &d[2], &d[3]};
    emu_mma(&shape, at_d, at_a, at_b, at_c); // FAULT
    for (int i = 0; i < 4; i++)
        out[threadIdx.x * 4 + i] = d[i];
}

int main()
{
    float *out, host[128];
    cudaMalloc(&out, sizeof host);
    multiply<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < 128; i++)
        if (host[i] != 17) {
            printf("out[%d] is %g\n", i, host[i]);
            return 1;
        }
    printf("right\n");
}
