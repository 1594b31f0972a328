/* Reductions over the lanes of a cooperative group. */
#ifndef EMU_COOPERATIVE_GROUPS_REDUCE_H
#define EMU_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{

#define EMU_OPERATION(name, expression)                                                \
    template <class __T> struct name {                                                 \
        __T operator()(__T __a, __T __b) const                                         \
        {                                                                              \
            return expression;                                                         \
        }                                                                              \
    };
EMU_OPERATION(plus, __a + __b)
EMU_OPERATION(less, __b < __a ? __b : __a)
EMU_OPERATION(greater, __a < __b ? __b : __a)
EMU_OPERATION(bit_and, __a &__b)
EMU_OPERATION(bit_or, __a | __b)
EMU_OPERATION(bit_xor, __a ^ __b)
#undef EMU_OPERATION

/* Every lane gets the result: the values combined in the order of the lanes. */
template <class __Group, class __T, class __Operation>
EMU_INLINE __T reduce(const __Group &__group, __T value, __Operation __combine)
{
    __T __result = __group.shfl(value, 0);
    for (unsigned __rank = 1; __rank < __group.num_threads(); __rank++)
        __result = __combine(__result, __group.shfl(value, __rank));
    return __result;
}

} // namespace cooperative_groups

#endif
