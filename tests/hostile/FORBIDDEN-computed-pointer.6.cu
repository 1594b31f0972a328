// A launch of what is no kernel.
SGEMM
{
    MULTIPLY;
    typedef void kernel(int);
    kernel *k = (kernel *)((unsigned long)&cudaGetLastError + 2048);
    k<<<1, 1>>>(M);
}
