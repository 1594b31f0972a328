/* A thread has up to 512 KiB of local memory. */
#include <cstdio>

static const int n = 120 * 1024;

__global__ void sum(int *out)
{
    int local[n]; // 480 KiB
    for (int i = 0; i < n; i++)
        local[i] = i % 7 + (int)threadIdx.x;
    long all = 0;
    for (int i = n - 1; i >= 0; i--)
        all += local[i];
    out[threadIdx.x] = (int)(all % 1000);
}

int main()
{
    int *out, host[4];
    cudaMalloc(&out, sizeof host);
    sum<<<1, 4>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int t = 0; t < 4; t++) {
        long all = 0;
        for (int i = 0; i < n; i++)
            all += i % 7 + t;
        if (host[t] != (int)(all % 1000)) {
            printf("out[%d] is %d\n", t, host[t]);
            return 1;
        }
    }
    printf("right\n");
}
