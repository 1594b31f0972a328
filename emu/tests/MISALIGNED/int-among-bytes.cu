// Reads an int from the middle of a message of bytes; the twin puts it together.
#include "test.h"

__global__ void parse(const unsigned char *message, int *number)
{
#ifdef TWIN
    *number = message[1] | message[2] << 8 | message[3] << 16 | message[4] << 24;
#else
    *number = *(const int *)(message + 1); // FAULT
#endif
}

int main()
{
    unsigned char host[8] = {0, 42, 0, 0, 0, 0, 0, 0}, *message;
    int *number, result = 0;
    cudaMalloc(&message, sizeof host);
    cudaMalloc(&number, sizeof *number);
    cudaMemcpy(message, host, sizeof host, cudaMemcpyHostToDevice);
    parse<<<1, 1>>>(message, number);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(&result, number, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", error ? cudaGetErrorName(error) : result == 42 ? "right" : "wrong");
    return 0;
}
