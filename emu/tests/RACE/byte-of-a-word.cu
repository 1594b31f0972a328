// One block writes a word, another writes its bytes; the twin's bytes are in the
// next word.
#include "test.h"

__global__ void mark(const float *in, float *out)
{
    unsigned char *bytes = (unsigned char *)out;
    int i = threadIdx.x;
#ifdef TWIN
    int word = 1;
#else
    int word = 2;
#endif
    if (blockIdx.x == 0 && i != 1)
        out[i] = in[i]; // FAULT
    if (blockIdx.x == 1 && i < 4)
        bytes[4 * word + i] = ((const unsigned char *)in)[4 * word + i]; // FAULT
}

int main()
{
#ifdef TWIN
    RUN(mark, 2, N, i)
#else
    RUN(mark, 2, N, i == 1 ? -1 : i)
#endif
}
