/* Asynchronous copies from global to shared memory, by the calling thread. They are
 * complete after __pipeline_wait_prior(); other threads see them after the next
 * barrier. */
#ifndef EMU_CUDA_PIPELINE_PRIMITIVES_H
#define EMU_CUDA_PIPELINE_PRIMITIVES_H

#ifndef __CUDACC__
#error "cuda_pipeline.h is for .cu files"
#endif

#include "cuda_awbarrier_primitives.h"

/* Begin to copy `size` bytes, 4, 8 or 16; both addresses are multiples of size. The
   last `zeros` of them become 0 and are not read. */
EMU_INLINE void __pipeline_memcpy_async(void *__to, const void *__from, size_t size,
                                        size_t __zeros = 0)
{
    EMU_FENCE();
    emu_copy_async(__to, __from, size, __zeros);
    EMU_FENCE();
}
/* Close the batch of copies that were begun since the last close. */
EMU_INLINE void __pipeline_commit()
{
    EMU_FENCE();
    emu_copy_commit();
    EMU_FENCE();
}
/* Wait until all batches except the last `prior` are complete. */
EMU_INLINE void __pipeline_wait_prior(size_t __prior)
{
    EMU_FENCE();
    emu_copy_wait(__prior);
    EMU_FENCE();
}
/* The current phase is complete after the copies of the calling thread so far, too. */
EMU_INLINE void __pipeline_arrive_on(__mbarrier_t *__b)
{
    EMU_FENCE();
    emu_copy_arrive(__b, 0);
    EMU_FENCE();
}

#endif
