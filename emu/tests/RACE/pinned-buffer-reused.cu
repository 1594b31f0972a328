// The host fills a pinned buffer again while a copy from it may run; the twin waits for
// an event.
#include "test.h"

int main()
{
    int *buffer, *x, host[2][N];
    cudaEvent_t copied;
    cudaEventCreate(&copied);
    cudaMallocHost(&buffer, N * sizeof *buffer);
    cudaMalloc(&x, sizeof host);
    for (int turn = 0; turn < 2; turn++) {
#ifdef TWIN
        cudaEventSynchronize(copied);
#endif
        for (int i = 0; i < N; i++)
            buffer[i] = turn; // FAULT
        cudaMemcpyAsync(x + turn * N, buffer, N * sizeof *x, cudaMemcpyHostToDevice);
        cudaEventRecord(copied);
    }
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFreeHost(buffer);
    cudaEventDestroy(copied);
    printf(host[0][0] == 0 && host[1][N - 1] == 1 ? "right\n" : "wrong\n");
}
