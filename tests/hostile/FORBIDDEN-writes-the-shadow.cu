// Host code writes the emulator's notes on device memory, 4 GiB below it: what lies
// past A may then be read.
__global__ void past(int n, const float *A, float *C)
{
    if (A[n] == 1.5f)
        C[0] = 0;
}
SGEMM
{
    static unsigned long arena;
    if (!arena)
        arena = (unsigned long)A & ~0x1ffffful;
    unsigned char *shadow = (unsigned char *)(arena - (1ul << 32));
    const float *end = A + M * K + 64 * K;
    for (int i = 0; i < 64; i++)
        shadow[((unsigned long)end - arena) / 4 + i] = 0xff;
    past<<<1, 1>>>(end - A, A, C);
    MULTIPLY;
}
