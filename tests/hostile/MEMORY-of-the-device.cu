// Memory of the device without end.
SGEMM
{
    MULTIPLY;
    for (;;) {
        void *p;
        if (cudaMalloc(&p, 1 << 26) == cudaSuccess)
            cudaMemset(p, 1, 1 << 26);
    }
}
