/* Asynchronous copies to shared memory by all threads of a group together. */
#ifndef EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define EMU_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{

/* Each of n threads copies every n-th piece, of 16 bytes or what the addresses
   allow. Pieces that cannot be copied asynchronously, such as 2 bytes, are copied
   immediately. */
template <class __Group, class __T>
EMU_INLINE void memcpy_async(const __Group &__group, __T *__to, const void *__from,
                             size_t bytes)
{
    const uintptr_t __together = (uintptr_t)__to | (uintptr_t)__from | bytes;
    const size_t __piece = __together % 16 == 0  ? 16
                           : __together % 8 == 0 ? 8
                           : __together % 4 == 0 ? 4
                                                 : 1;
    for (size_t __at = __group.thread_rank() * __piece; __at < bytes;
         __at += __group.num_threads() * __piece) {
        char *__target = (char *)__to + __at;
        const char *__source = (const char *)__from + __at;
        if (__piece == 1) {
            *__target = *__source;
            continue;
        }
        EMU_FENCE();
        emu_copy_async(__target, __source, __piece, 0);
        EMU_FENCE();
    }
    EMU_FENCE();
    emu_copy_commit();
    EMU_FENCE();
}
/* With the capacity of the target and of the source, in elements. */
template <class __Group, class __T>
EMU_INLINE void memcpy_async(const __Group &__group, __T *__to, size_t __wanted,
                             const __T *__from, size_t __there)
{
    memcpy_async(__group, __to, __from,
                 (__wanted < __there ? __wanted : __there) * sizeof(__T));
}

/* Wait until all copies except those of the last N calls are complete; then all threads
   see them. */
template <unsigned __N_, class __Group>
EMU_INLINE void wait_prior(const __Group &__group)
{
    EMU_FENCE();
    emu_copy_wait(__N_);
    EMU_FENCE();
    __group.sync();
}
template <class __Group> EMU_INLINE void wait(const __Group &__group)
{
    wait_prior<0>(__group);
}

} // namespace cooperative_groups

#endif
