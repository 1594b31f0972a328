/* Asynchronous copies to shared memory by all threads of a group together. */
#ifndef COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{

/* Each of n threads copies every n-th piece, of 16 bytes or what the addresses
   allow. Pieces that cannot be copied asynchronously, such as 2 bytes, are copied
   immediately. */
template <class Group, class T>
EMU_INLINE void memcpy_async(const Group &group, T *to, const void *from, size_t bytes)
{
    const uintptr_t together = (uintptr_t)to | (uintptr_t)from | bytes;
    const size_t piece = together % 16 == 0  ? 16
                         : together % 8 == 0 ? 8
                         : together % 4 == 0 ? 4
                                             : 1;
    for (size_t at = group.thread_rank() * piece; at < bytes;
         at += group.num_threads() * piece) {
        char *target = (char *)to + at;
        const char *source = (const char *)from + at;
        if (piece == 1) {
            *target = *source;
            continue;
        }
        EMU_FENCE();
        emu_copy_async(target, source, piece, 0);
        EMU_FENCE();
    }
    EMU_FENCE();
    emu_copy_commit();
    EMU_FENCE();
}
/* With the capacity of the target and of the source, in elements. */
template <class Group, class T>
EMU_INLINE void memcpy_async(const Group &group, T *to, size_t wanted, const T *from,
                             size_t there)
{
    memcpy_async(group, to, from, (wanted < there ? wanted : there) * sizeof(T));
}

/* Wait until all copies except those of the last N calls are complete; then all threads
   see them. */
template <unsigned N, class Group> EMU_INLINE void wait_prior(const Group &group)
{
    EMU_FENCE();
    emu_copy_wait(N);
    EMU_FENCE();
    group.sync();
}
template <class Group> EMU_INLINE void wait(const Group &group)
{
    wait_prior<0>(group);
}

} // namespace cooperative_groups

#endif
