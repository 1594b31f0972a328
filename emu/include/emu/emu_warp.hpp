/* Shuffles, votes, matches and reductions of a warp. Part of emu_device.hpp. */
#ifndef EMU_WARP_HPP
#define EMU_WARP_HPP

/* The types for which CUDA has warp operations. */
#define EMU_FOR_WARP_TYPES(F)                                                          \
    F(int)                                                                             \
    F(unsigned)                                                                        \
    F(long) F(unsigned long) F(long long) F(unsigned long long) F(float) F(double)

/* ---- Shuffles. argument: a lane or a distance. */
template <class __T>
EMU_INLINE __T emu_shuffle(emu_collective __op, unsigned __mask, __T value,
                           int __argument, int __width)
{
    EMU_FENCE();
    uint64_t __bits =
        emu_warp(__op, __mask, emu_to_bits(value), (__argument & 0xff) | __width << 8);
    EMU_FENCE();
    return emu_from_bits<__T>(__bits);
}
#define EMU_SHUFFLES(T)                                                                \
    EMU_INLINE T __shfl_sync(unsigned __mask, T value, int __lane, int __width = 32)   \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_IDX, __mask, value, __lane, __width);              \
    }                                                                                  \
    EMU_INLINE T __shfl_up_sync(unsigned __mask, T value, unsigned __by,               \
                                int __width = 32)                                      \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_UP, __mask, value, __by, __width);                 \
    }                                                                                  \
    EMU_INLINE T __shfl_down_sync(unsigned __mask, T value, unsigned __by,             \
                                  int __width = 32)                                    \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_DOWN, __mask, value, __by, __width);               \
    }                                                                                  \
    EMU_INLINE T __shfl_xor_sync(unsigned __mask, T value, int __lanes,                \
                                 int __width = 32)                                     \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_XOR, __mask, value, __lanes, __width);             \
    }
EMU_FOR_WARP_TYPES(EMU_SHUFFLES)

/* ---- Votes. */
EMU_INLINE unsigned __ballot_sync(unsigned __mask, int __predicate)
{
    EMU_FENCE();
    unsigned __votes = (unsigned)emu_warp(EMU_BALLOT, __mask, __predicate != 0, 0);
    EMU_FENCE();
    return __votes;
}
EMU_INLINE int __any_sync(unsigned __mask, int __predicate)
{
    return __ballot_sync(__mask, __predicate) != 0;
}
EMU_INLINE int __all_sync(unsigned __mask, int __predicate)
{
    return __ballot_sync(__mask, !__predicate) == 0;
}
EMU_INLINE unsigned __activemask()
{
    EMU_FENCE();
    unsigned __lanes = (unsigned)emu_warp(EMU_ACTIVE, 0, 0, 0);
    EMU_FENCE();
    return __lanes;
}

/* ---- Matches: the lanes with the caller's value; a test if all values are equal. */
struct emu_match {
    emu_together __head;
    uint64_t value;
    unsigned __same, all; /* lanes with this value; lanes that take part */
};
__attribute__((__no_sanitize__("thread"))) static inline void
emu_match_run(emu_together *const *__lanes)
{
    for (int __i = 0; __i < 32; __i++)
        for (int __j = 0; __lanes[__i] && __j < 32; __j++) {
            emu_match *__mine = (emu_match *)__lanes[__i];
            const emu_match *__other = (const emu_match *)__lanes[__j];
            __mine->all |= (unsigned)(__other != nullptr) << __j;
            __mine->__same |= (unsigned)(__other && __other->value == __mine->value)
                              << __j;
        }
}
EMU_INLINE emu_match emu_match_lanes(unsigned __mask, uint64_t value)
{
    emu_match __mine = {{emu_match_run}, value, 0, 0};
    EMU_FENCE();
    emu_warp(EMU_TOGETHER, __mask, (uint64_t)&__mine, 0);
    EMU_FENCE();
    return __mine;
}
#define EMU_MATCHES(T)                                                                 \
    EMU_INLINE unsigned __match_any_sync(unsigned __mask, T value)                     \
    {                                                                                  \
        return emu_match_lanes(__mask, emu_to_bits(value)).__same;                     \
    }                                                                                  \
    EMU_INLINE unsigned __match_all_sync(unsigned __mask, T value, int *all)           \
    {                                                                                  \
        emu_match __match = emu_match_lanes(__mask, emu_to_bits(value));               \
        *all = __match.__same == __match.all;                                          \
        return *all ? __match.all : 0;                                                 \
    }
EMU_FOR_WARP_TYPES(EMU_MATCHES)

/* ---- Reductions. */
template <class __T> struct emu_reduction {
    emu_together __head;
    __T value;
};
template <class __T, __T (*__combine)(__T, __T)>
__attribute__((__no_sanitize__("thread"))) void
emu_reduce_run(emu_together *const *__lanes)
{
    __T __result = __T();
    bool __first = true;
    for (int __i = 0; __i < 32; __i++)
        if (__lanes[__i]) {
            __T value = ((emu_reduction<__T> *)__lanes[__i])->value;
            __result = __first ? value : __combine(__result, value);
            __first = false;
        }
    for (int __i = 0; __i < 32; __i++)
        if (__lanes[__i])
            ((emu_reduction<__T> *)__lanes[__i])->value = __result;
}
#define EMU_REDUCE(name, T, expression)                                                \
    static inline T emu_##name(T __a, T __b)                                           \
    {                                                                                  \
        return expression;                                                             \
    }                                                                                  \
    EMU_INLINE T __reduce_##name##_sync(unsigned __mask, T value)                      \
    {                                                                                  \
        emu_reduction<T> __mine = {{emu_reduce_run<T, emu_##name>}, value};            \
        EMU_FENCE();                                                                   \
        emu_warp(EMU_TOGETHER, __mask, (uint64_t)&__mine, 0);                          \
        EMU_FENCE();                                                                   \
        return __mine.value;                                                           \
    }
EMU_REDUCE(add, unsigned, __a + __b)
EMU_REDUCE(min, unsigned, __b < __a ? __b : __a)
EMU_REDUCE(max, unsigned, __a < __b ? __b : __a)
EMU_REDUCE(and, unsigned, __a &__b)
EMU_REDUCE(or, unsigned, __a | __b)
EMU_REDUCE(xor, unsigned, __a ^ __b)
EMU_REDUCE(add, int, (int)((unsigned)__a + (unsigned)__b))
EMU_REDUCE(min, int, __b < __a ? __b : __a)
EMU_REDUCE(max, int, __a < __b ? __b : __a)

#undef EMU_REDUCE
#undef EMU_MATCHES
#undef EMU_SHUFFLES
/* cooperative_groups.h uses EMU_FOR_WARP_TYPES again. */

#endif
