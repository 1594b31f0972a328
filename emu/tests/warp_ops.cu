// Shuffles, votes and atomics, each against its definition. Prints "right" or the first
// that is not.
#include <stdio.h>

#define ALL 0xffffffffu

__global__ void warp_ops(int *out)
{
    int lane = threadIdx.x % 32, wrong = 0;
    wrong |= (__shfl_sync(ALL, lane * 3, 5) != 15) << 0;
    wrong |= (__shfl_up_sync(ALL, lane, 4) != (lane < 4 ? lane : lane - 4)) << 1;
    wrong |= (__shfl_down_sync(ALL, lane, 4) != (lane > 27 ? lane : lane + 4)) << 2;
    wrong |= (__shfl_xor_sync(ALL, (double)lane, 16) != (lane ^ 16)) << 3;
    wrong |= (__shfl_sync(ALL, lane, 1, 8) != lane / 8 * 8 + 1) << 4;
    wrong |= (__ballot_sync(ALL, lane % 2) != 0xaaaaaaaau) << 5;
    wrong |= (__any_sync(ALL, lane == 7) != 1 || __all_sync(ALL, lane < 31) != 0) << 6;
    int sum = lane;
    for (int delta = 16; delta > 0; delta /= 2)
        sum += __shfl_down_sync(ALL, sum, delta);
    wrong |= (lane == 0 && sum != 31 * 16) << 7;
    if (lane < 16) // half a warp, by its mask
        wrong |= (__shfl_xor_sync(0xffffu, lane, 1) != (lane ^ 1)) << 8;
    out[threadIdx.x] = wrong;
}

__global__ void atomics(int *sum, float *fsum, unsigned *wrapping, int *most, int *lock)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, 1);
    atomicAdd(fsum, 0.5f);
    atomicInc(wrapping, 9);
    atomicMax(most, i);
    atomicCAS(lock, 0, i + 1);
}

int main()
{
    int host[64], *out;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    warp_ops<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        if (host[i])
            return printf("thread %d: operations %#x\n", i, host[i]), 1;

    cudaMemset(out, 0, sizeof host);
    atomics<<<100, 64>>>(out, (float *)out + 1, (unsigned *)out + 2, out + 3, out + 4);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    float fsum;
    cudaMemcpy(&fsum, out + 1, sizeof fsum, cudaMemcpyDeviceToHost);
    if (host[0] != 6400 || fsum != 3200 || host[2] != 0 || host[3] != 6399 || !host[4])
        return printf("atomics: %d %g %d %d %d\n", host[0], fsum, host[2], host[3],
                      host[4]),
               1;
    printf("right\n");
    return 0;
}
