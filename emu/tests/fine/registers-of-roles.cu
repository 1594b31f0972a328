// setmaxnreg as programs use it: registers that fit exactly; fewer than a launch could
// have; those of __maxnreg__; and some that go from one warpgroup to another and back.
#include <stdio.h>

#include "registers.h"

template <int ROLES, int FEW, int MANY>
__global__ void __launch_bounds__(ROLES * 128, 1) split(int *sum)
{
    if (threadIdx.x < 128)
        registers_dec<FEW>();
    else
        registers_inc<MANY>();
    atomicAdd(sum, 1);
}

__global__ void __maxnreg__(128) limited(int *sum)
{
    if (threadIdx.x < 128)
        registers_dec<40>();
    else
        registers_inc<216>();
    atomicAdd(sum, 1);
}

__global__ void back_and_forth(int *sum);
__global__ void __launch_bounds__(256, 2) back_and_forth(int *sum);
__global__ void back_and_forth(int *sum)
{
    for (int turn = 0; turn < 6; turn++) {
        if (turn % 2 == (int)threadIdx.x / 128)
            registers_dec<56>();
        else
            registers_inc<200>();
        __syncthreads();
        if (turn % 2 != (int)threadIdx.x / 128)
            registers_dec<128>();
        else
            registers_inc<128>();
        __syncthreads();
    }
    atomicAdd(sum, 1);
}

int main()
{
    int *sum, host = 0;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    split<3, 24, 240><<<4, 384>>>(sum);
    split<2, 40, 232><<<4, 256>>>(sum);
    split<4, 24, 160><<<4, 512>>>(sum);
    split<3, 24, 40><<<4, 384>>>(sum);
    limited<<<4, 256>>>(sum);
    back_and_forth<<<4, 256>>>(sum);
    const cudaError_t error =
        cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    if (error || host != 4 * (384 + 256 + 512 + 384 + 256 + 256)) {
        printf("%s: %d\n", cudaGetErrorName(error), host);
        return 1;
    }
    printf("right\n");
}
