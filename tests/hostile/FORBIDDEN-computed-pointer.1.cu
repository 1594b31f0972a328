// A function of the emulator, found a way behind one that may be called.
SGEMM
{
    MULTIPLY;
    typedef void function();
    volatile unsigned long at = (unsigned long)&cudaDeviceSynchronize + 4096;
    ((function *)at)();
}
