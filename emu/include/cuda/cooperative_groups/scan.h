/* Scans over the lanes of a cooperative group, in the order of the lanes. */
#ifndef EMU_COOPERATIVE_GROUPS_SCAN_H
#define EMU_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups
{

/* The combined value of the lanes up to and including the caller. */
template <class __Group, class __T, class __Operation>
EMU_INLINE __T inclusive_scan(const __Group &__group, __T value, __Operation __combine)
{
    const unsigned __mine = __group.thread_rank(), __n = __group.num_threads();
    __T __sum = __group.shfl(value, 0), __result = __sum;
    for (unsigned __rank = 1; __rank < __n; __rank++) {
        __sum = __combine(__sum, __group.shfl(value, __rank));
        if (__rank == __mine)
            __result = __sum;
    }
    return __result;
}
template <class __Group, class __T>
EMU_INLINE __T inclusive_scan(const __Group &__group, __T value)
{
    return inclusive_scan(__group, value, plus<__T>());
}

/* The same without the caller's own value; T() for the first lane. */
template <class __Group, class __T, class __Operation>
EMU_INLINE __T exclusive_scan(const __Group &__group, __T value, __Operation __combine)
{
    __T __before = __group.shfl_up(inclusive_scan(__group, value, __combine), 1);
    return __group.thread_rank() ? __before : __T();
}
template <class __Group, class __T>
EMU_INLINE __T exclusive_scan(const __Group &__group, __T value)
{
    return exclusive_scan(__group, value, plus<__T>());
}

} // namespace cooperative_groups

#endif
