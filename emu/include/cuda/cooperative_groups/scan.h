/* Scans over the lanes of a cooperative group, in the order of the lanes. */
#ifndef COOPERATIVE_GROUPS_SCAN_H
#define COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups
{

/* The combined value of the lanes up to and including the caller. */
template <class Group, class T, class Operation>
EMU_INLINE T inclusive_scan(const Group &group, T value, Operation combine)
{
    const unsigned mine = group.thread_rank(), n = group.num_threads();
    T sum = group.shfl(value, 0), result = sum;
    for (unsigned rank = 1; rank < n; rank++) {
        sum = combine(sum, group.shfl(value, rank));
        if (rank == mine)
            result = sum;
    }
    return result;
}
template <class Group, class T> EMU_INLINE T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}

/* The same without the caller's own value; T() for the first lane. */
template <class Group, class T, class Operation>
EMU_INLINE T exclusive_scan(const Group &group, T value, Operation combine)
{
    T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
    return group.thread_rank() ? before : T();
}
template <class Group, class T> EMU_INLINE T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif
