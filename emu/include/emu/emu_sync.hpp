/* Barriers and fences. Part of emu_device.hpp. */
#ifndef EMU_SYNC_HPP
#define EMU_SYNC_HPP

/* The empty asm keeps g++ from moving memory accesses across it. */
#define EMU_FENCE() asm volatile("" ::: "memory")

EMU_INLINE void __syncthreads()
{
    EMU_FENCE();
    emu_syncthreads();
    EMU_FENCE();
}
/* A barrier that counts the threads of the block whose predicate is true. */
EMU_INLINE int __syncthreads_count(int __predicate)
{
    EMU_FENCE();
    int __count = emu_syncthreads_count(__predicate);
    EMU_FENCE();
    return __count;
}
EMU_INLINE int __syncthreads_or(int __predicate)
{
    return __syncthreads_count(__predicate) != 0;
}
EMU_INLINE int __syncthreads_and(int __predicate)
{
    return __syncthreads_count(!__predicate) == 0;
}
EMU_INLINE void __syncwarp(unsigned __mask = 0xffffffffu)
{
    EMU_FENCE();
    emu_warp(EMU_SYNC, __mask, 0, 0);
    EMU_FENCE();
}
EMU_INLINE void __threadfence()
{
    EMU_FENCE();
    emu_race_fence();
    emu_thread_fence();
}
EMU_INLINE void __threadfence_system()
{
    __threadfence();
}
EMU_INLINE void __threadfence_block()
{
    EMU_FENCE();
    emu_thread_fence();
}
/* Wait for the kernel before, if this one may start before it has ended. */
EMU_INLINE void cudaGridDependencySynchronize()
{
    EMU_FENCE();
    emu_kernel_before_wait();
    EMU_FENCE();
}
EMU_INLINE void cudaTriggerProgrammaticLaunchCompletion()
{
}

#endif
