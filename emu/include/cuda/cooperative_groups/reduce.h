/* Reductions over the lanes of a cooperative group. */
#ifndef COOPERATIVE_GROUPS_REDUCE_H
#define COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups
{

#define EMU_OPERATION(name, expression)                                                \
    template <class T> struct name {                                                   \
        T operator()(T a, T b) const                                                   \
        {                                                                              \
            return expression;                                                         \
        }                                                                              \
    };
EMU_OPERATION(plus, a + b)
EMU_OPERATION(less, b < a ? b : a)
EMU_OPERATION(greater, a < b ? b : a)
EMU_OPERATION(bit_and, a &b)
EMU_OPERATION(bit_or, a | b)
EMU_OPERATION(bit_xor, a ^ b)
#undef EMU_OPERATION

/* Every lane gets the result: the values combined in the order of the lanes. */
template <class Group, class T, class Operation>
EMU_INLINE T reduce(const Group &group, T value, Operation combine)
{
    T result = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.num_threads(); rank++)
        result = combine(result, group.shfl(value, rank));
    return result;
}

} // namespace cooperative_groups

#endif
