/*
 * Cooperative groups: the block, the cluster, the grid, tiles of a warp, lanes that run
 * together, and thread_group, which may be any of them. Nothing else is supported.
 */
#ifndef EMU_COOPERATIVE_GROUPS_H
#define EMU_COOPERATIVE_GROUPS_H

#ifndef __CUDACC__
#error "cooperative_groups.h is for .cu files"
#endif

namespace cooperative_groups
{

/* The number of (x, y, z) in a box of size d. */
EMU_INLINE unsigned long long emu_rank(uint3 __at, uint3 __d)
{
    return ((unsigned long long)__at.z * __d.y + __at.y) * __d.x + __at.x;
}
EMU_INLINE unsigned long long emu_volume(uint3 __d)
{
    return (unsigned long long)__d.x * __d.y * __d.z;
}

/* ---- Any group: its kind, and the lanes of a group of lanes. */
enum class emu_kind { __block, __grid, __cluster, __lanes };
struct thread_group {
    emu_kind __kind;
    unsigned __lanes; /* a bit each */

    thread_group(emu_kind __k = emu_kind::__block, unsigned __mask = 0)
        : __kind(__k), __lanes(__mask)
    {
    }
    void sync() const
    {
        if (__kind == emu_kind::__block)
            __syncthreads();
        else if (__kind == emu_kind::__grid)
            emu_grid_sync();
        else if (__kind == emu_kind::__cluster) {
            __cluster_barrier_arrive();
            __cluster_barrier_wait();
        } else
            __syncwarp(__lanes);
    }
    static unsigned emu_lane()
    {
        return emu_rank(::threadIdx, ::blockDim) % 32;
    }
    unsigned long long thread_rank() const
    {
        unsigned long long __in_block = emu_rank(::threadIdx, ::blockDim);
        if (__kind == emu_kind::__lanes)
            return __popc(__lanes & ((1u << emu_lane()) - 1));
        if (__kind == emu_kind::__cluster)
            return __clusterRelativeBlockRank() * emu_volume(::blockDim) + __in_block;
        return __kind == emu_kind::__block
                   ? __in_block
                   : emu_rank(::blockIdx, ::gridDim) * emu_volume(::blockDim) +
                         __in_block;
    }
    unsigned long long num_threads() const
    {
        if (__kind == emu_kind::__lanes)
            return __popc(__lanes);
        return emu_volume(::blockDim) *
               (__kind == emu_kind::__grid      ? emu_volume(::gridDim)
                : __kind == emu_kind::__cluster ? __clusterSizeInBlocks()
                                                : 1);
    }
    unsigned long long size() const
    {
        return num_threads();
    }
    bool is_valid() const
    {
        return __kind != emu_kind::__grid || emu_grid_valid();
    }
};

/* ---- The block. */
struct thread_block : thread_group {
    thread_block() : thread_group(emu_kind::__block)
    {
    }
    static void sync()
    {
        __syncthreads();
    }
    static unsigned thread_rank()
    {
        return emu_rank(::threadIdx, ::blockDim);
    }
    static unsigned num_threads()
    {
        return emu_volume(::blockDim);
    }
    static unsigned size()
    {
        return num_threads();
    }
    static dim3 thread_index()
    {
        return ::threadIdx;
    }
    static dim3 group_index()
    {
        return ::blockIdx;
    }
    static dim3 dim_threads()
    {
        return ::blockDim;
    }
    static dim3 group_dim()
    {
        return dim_threads();
    }
};
EMU_INLINE thread_block this_thread_block()
{
    return thread_block();
}

/* ---- The grid. */
struct grid_group : thread_group {
    grid_group() : thread_group(emu_kind::__grid)
    {
    }
    static void sync()
    {
        emu_grid_sync();
    }
    static bool is_valid()
    {
        return emu_grid_valid();
    }
    static unsigned long long block_rank()
    {
        return emu_rank(::blockIdx, ::gridDim);
    }
    static unsigned long long num_blocks()
    {
        return emu_volume(::gridDim);
    }
    static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    static unsigned long long num_threads()
    {
        return num_blocks() * thread_block::num_threads();
    }
    static unsigned long long size()
    {
        return num_threads();
    }
    static dim3 block_index()
    {
        return ::blockIdx;
    }
    static dim3 dim_blocks()
    {
        return ::gridDim;
    }
    static dim3 group_dim()
    {
        return dim_blocks();
    }
};
EMU_INLINE grid_group this_grid()
{
    return grid_group();
}

/* ---- The cluster. */
struct cluster_group : thread_group {
    struct arrival_token {
    };
    cluster_group() : thread_group(emu_kind::__cluster)
    {
    }
    static void sync()
    {
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
    static arrival_token barrier_arrive()
    {
        __cluster_barrier_arrive();
        return arrival_token();
    }
    static void barrier_wait(arrival_token && = arrival_token())
    {
        __cluster_barrier_wait();
    }
    static dim3 block_index()
    {
        return __clusterRelativeBlockIdx();
    }
    static unsigned block_rank()
    {
        return __clusterRelativeBlockRank();
    }
    static dim3 dim_blocks()
    {
        return __clusterDim();
    }
    static unsigned num_blocks()
    {
        return __clusterSizeInBlocks();
    }
    static unsigned thread_rank()
    {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    static unsigned num_threads()
    {
        return num_blocks() * thread_block::num_threads();
    }
    static unsigned size()
    {
        return num_threads();
    }
    template <class __T> static __T *map_shared_rank(__T *__p, int __rank)
    {
        return (__T *)__cluster_map_shared_rank(__p, (unsigned)__rank);
    }
    static unsigned query_shared_rank(const void *__p)
    {
        return __cluster_query_shared_rank(__p);
    }
};
EMU_INLINE cluster_group this_cluster()
{
    return cluster_group();
}

#include "../emu/emu_lanes.hpp"

template <class __Group> EMU_INLINE void sync(const __Group &__group)
{
    __group.sync();
}
template <class __Group> EMU_INLINE unsigned thread_rank(const __Group &__group)
{
    return __group.thread_rank();
}
template <class __Group> EMU_INLINE unsigned group_size(const __Group &__group)
{
    return __group.size();
}

} // namespace cooperative_groups

#endif
