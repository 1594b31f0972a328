// misdeeds NAME [host]: commit it in a kernel, or on the host; then, if the program
// still lives, launch once more after cudaDeviceReset(): "lived" says that all of it is
// right.
#include "misdeeds.h"

#include <stdio.h>

__global__ void add_one(int *p)
{
    p[threadIdx.x]++;
}

int main(int argc, char **argv)
{
    int misdeed = argc > 1 ? misdeed_number(argv[1]) : 0, *out, host[64] = {0};
    cudaMalloc(&out, sizeof host); // from here on the emulator handles signals
    if (argc > 2) {
        commit(misdeed, library);
        return printf("went on\n"), 0;
    }
    commit_in_kernel<<<2, 64>>>(misdeed, library, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    add_one<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        if (host[i] != 1)
            return printf("out[%d] is %d\n", i, host[i]), 1;
    printf("lived\n");
    return 3;
}
