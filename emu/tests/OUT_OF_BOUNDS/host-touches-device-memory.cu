// Host code follows a pointer from cudaMalloc; the twin copies.
#include "test.h"

int main()
{
    float value = 1, *data;
    cudaMalloc(&data, sizeof value);
    cudaMemcpy(data, &value, sizeof value, cudaMemcpyHostToDevice);
#ifdef TWIN
    cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost);
#else
    value = *data; // FAULT
#endif
    printf("%s\n", value == 1 ? "right" : "wrong");
    return 0;
}
