/*
 * Cooperative groups: the block, tiles of a warp, the lanes that run together, and the
 * grid without its barrier. What is not here is not supported.
 */
#ifndef COOPERATIVE_GROUPS_H
#define COOPERATIVE_GROUPS_H

#ifndef __CUDACC__
#error "cooperative_groups.h is for .cu files"
#endif

namespace cooperative_groups
{

/* The number of (x, y, z) in a box of size d. */
EMU_INLINE unsigned long long emu_rank(uint3 at, uint3 d)
{
    return ((unsigned long long)at.z * d.y + at.y) * d.x + at.x;
}
EMU_INLINE unsigned long long emu_volume(uint3 d)
{
    return (unsigned long long)d.x * d.y * d.z;
}

/* ---- The block. */
struct thread_block {
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
struct grid_group {
    static void sync() __attribute__((
        error("a barrier of the whole grid is not supported by the emulator: end the "
              "kernel and launch another")));
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

/* ---- Lanes of a warp: those in `lanes`, of which the first is number `first`. */
struct emu_lanes {
    unsigned lanes, first;

    static unsigned lane()
    {
        return thread_block::thread_rank() % 32;
    }
    unsigned thread_rank() const
    {
        return __popc(lanes & ((1u << lane()) - 1));
    }
    unsigned num_threads() const
    {
        return __popc(lanes);
    }
    unsigned size() const
    {
        return num_threads();
    }
    void sync() const
    {
        __syncwarp(lanes);
    }
    unsigned ballot(int predicate) const
    {
        return emu_packed(__ballot_sync(lanes, predicate));
    }
    int any(int predicate) const
    {
        return __any_sync(lanes, predicate);
    }
    int all(int predicate) const
    {
        return __all_sync(lanes, predicate);
    }
    template <class T> unsigned match_any(T value) const
    {
        return emu_packed(__match_any_sync(lanes, value));
    }
    template <class T> unsigned match_all(T value, int &all) const
    {
        return emu_packed(__match_all_sync(lanes, value, &all));
    }
    template <class T> T shfl(T value, unsigned rank) const
    {
        return __shfl_sync(lanes, value, emu_lane(rank % num_threads()));
    }
    template <class T> T shfl_up(T value, unsigned by) const
    {
        unsigned rank = thread_rank();
        return __shfl_sync(lanes, value, emu_lane(rank < by ? rank : rank - by));
    }
    template <class T> T shfl_down(T value, unsigned by) const
    {
        unsigned rank = thread_rank(), from = rank + by;
        return __shfl_sync(lanes, value, emu_lane(from < num_threads() ? from : rank));
    }
    /* The lane with this number in the group. */
    int emu_lane(unsigned rank) const
    {
        return (int)__fns(lanes, 0, (int)rank + 1);
    }
    /* The bits of a mask that are of this group's lanes, side by side. */
    unsigned emu_packed(unsigned mask) const
    {
        unsigned packed = 0;
        for (unsigned rank = 0; rank < num_threads(); rank++)
            packed |= (mask >> emu_lane(rank) & 1) << rank;
        return packed;
    }
};

/* N lanes side by side: 1, 2, 4, 8, 16 or 32. */
template <unsigned N, class Parent = void> struct thread_block_tile : emu_lanes {
    static_assert(N > 0 && N <= 32 && (N & (N - 1)) == 0,
                  "a tile of more than 32 threads, or not a power of two, is not "
                  "supported by the emulator");
    thread_block_tile()
        : emu_lanes{(unsigned)(((1ull << N) - 1) << lane() / N * N), lane() / N * N}
    {
    }
    static unsigned meta_group_rank()
    {
        return thread_block::thread_rank() / N;
    }
    static unsigned meta_group_size()
    {
        return (thread_block::num_threads() + N - 1) / N;
    }
    template <class T> T shfl_xor(T value, unsigned by) const
    {
        return __shfl_xor_sync(lanes, value, (int)by, N);
    }
};
template <unsigned N, class Parent>
EMU_INLINE thread_block_tile<N, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<N, Parent>();
}

/* The lanes that are at this place together: see __activemask(). */
struct coalesced_group : emu_lanes {
};
EMU_INLINE coalesced_group coalesced_threads()
{
    unsigned active = __activemask();
    return coalesced_group{{active, (unsigned)__ffs((int)active) - 1}};
}

template <class Group> EMU_INLINE void sync(const Group &group)
{
    group.sync();
}

} // namespace cooperative_groups

#endif
