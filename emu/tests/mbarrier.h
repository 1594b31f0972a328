/* mbarrier objects by inline PTX, for the kernels of this folder. */
#ifndef MBARRIER_H
#define MBARRIER_H

typedef unsigned long long mbarrier;

__device__ static inline unsigned shared_address(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ static inline void mbarrier_init(mbarrier *b, int count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(b)),
                 "r"(count)
                 : "memory");
}

__device__ static inline void mbarrier_arrive(mbarrier *b)
{
    asm volatile("{\n"
                 ".reg .b64 state;\n"
                 "mbarrier.arrive.shared.b64 state, [%0];\n"
                 "}" ::"r"(shared_address(b))
                 : "memory");
}

/* Wait until a phase of this parity is complete. */
__device__ static inline void mbarrier_wait(mbarrier *b, int parity)
{
    int complete;
    do
        asm volatile("{\n"
                     ".reg .pred p;\n"
                     "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
                     "selp.b32 %0, 1, 0, p;\n"
                     "}"
                     : "=r"(complete)
                     : "r"(shared_address(b)), "r"(parity)
                     : "memory");
    while (!complete);
}

#endif
