/* setmaxnreg by inline PTX, for the kernels of this folder. It needs compute capability
   9.0a, and a kernel whose __launch_bounds__ have a second number. */
#ifndef REGISTERS_H
#define REGISTERS_H

template <int COUNT> __device__ static inline void registers_dec()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COUNT));
}
template <int COUNT> __device__ static inline void registers_inc()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(COUNT));
}

#endif
