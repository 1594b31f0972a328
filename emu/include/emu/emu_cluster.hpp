/* Clusters: the functions of sm_90_rt.h, and the launch API of C++. Part of
   emu_device.hpp. */
#ifndef EMU_CLUSTER_HPP
#define EMU_CLUSTER_HPP

/* __cluster_dims__(x, y, z) of a kernel; what is left out is 1. */
EMU_INLINE int emu_enter_in(unsigned x, unsigned y = 1, unsigned z = 1)
{
    return emu_enter_cluster(x, y, z);
}

EMU_INLINE dim3 __clusterDim()
{
    return emu_cluster_place().__blocks;
}
EMU_INLINE dim3 __clusterRelativeBlockIdx()
{
    return emu_cluster_place().__block;
}
EMU_INLINE dim3 __clusterGridDimInClusters()
{
    return emu_cluster_place().__clusters;
}
EMU_INLINE dim3 __clusterIdx()
{
    return emu_cluster_place().__cluster;
}
EMU_INLINE unsigned __clusterRelativeBlockRank()
{
    return emu_cluster_place().__rank;
}
EMU_INLINE unsigned __clusterSizeInBlocks()
{
    return emu_cluster_place().size;
}
EMU_INLINE void __cluster_barrier_arrive()
{
    EMU_FENCE();
    emu_cluster_arrive(0);
    EMU_FENCE();
}
EMU_INLINE void __cluster_barrier_arrive_relaxed()
{
    EMU_FENCE();
    emu_cluster_arrive(1);
    EMU_FENCE();
}
EMU_INLINE void __cluster_barrier_wait()
{
    EMU_FENCE();
    emu_cluster_wait();
    EMU_FENCE();
}
EMU_INLINE void *__cluster_map_shared_rank(const void *__p, unsigned __rank)
{
    return emu_cluster_map(__p, __rank);
}
EMU_INLINE unsigned __cluster_query_shared_rank(const void *__p)
{
    return emu_cluster_rank_at(__p);
}

template <class... __P>
cudaError_t cudaOccupancyMaxActiveClusters(int *__clusters, void (*__kernel)(__P...),
                                           const cudaLaunchConfig_t *__config)
{
    return cudaOccupancyMaxActiveClusters(
        __clusters, reinterpret_cast<const void *>(__kernel), __config);
}
template <class... __P>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, void (*__kernel)(__P...),
                                                 const cudaLaunchConfig_t *__config)
{
    return cudaOccupancyMaxPotentialClusterSize(
        size, reinterpret_cast<const void *>(__kernel), __config);
}

#endif
