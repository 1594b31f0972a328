/* Shuffles, votes, matches and reductions of a warp. Part of emu_device.hpp. */
#ifndef EMU_WARP_HPP
#define EMU_WARP_HPP

/* The types for which CUDA has warp operations. */
#define EMU_FOR_WARP_TYPES(F)                                                          \
    F(int)                                                                             \
    F(unsigned)                                                                        \
    F(long) F(unsigned long) F(long long) F(unsigned long long) F(float) F(double)

/* ---- Shuffles. argument: a lane or a distance. */
template <class T>
EMU_INLINE T emu_shuffle(emu_collective op, unsigned mask, T value, int argument,
                         int width)
{
    EMU_FENCE();
    uint64_t bits =
        emu_warp(op, mask, emu_to_bits(value), (argument & 0xff) | width << 8);
    EMU_FENCE();
    return emu_from_bits<T>(bits);
}
#define EMU_SHUFFLES(T)                                                                \
    EMU_INLINE T __shfl_sync(unsigned mask, T value, int lane, int width = 32)         \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_IDX, mask, value, lane, width);                    \
    }                                                                                  \
    EMU_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32)   \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_UP, mask, value, by, width);                       \
    }                                                                                  \
    EMU_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_DOWN, mask, value, by, width);                     \
    }                                                                                  \
    EMU_INLINE T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32)    \
    {                                                                                  \
        return emu_shuffle(EMU_SHFL_XOR, mask, value, lanes, width);                   \
    }
EMU_FOR_WARP_TYPES(EMU_SHUFFLES)

/* ---- Votes. */
EMU_INLINE unsigned __ballot_sync(unsigned mask, int predicate)
{
    EMU_FENCE();
    unsigned votes = (unsigned)emu_warp(EMU_BALLOT, mask, predicate != 0, 0);
    EMU_FENCE();
    return votes;
}
EMU_INLINE int __any_sync(unsigned mask, int predicate)
{
    return __ballot_sync(mask, predicate) != 0;
}
EMU_INLINE int __all_sync(unsigned mask, int predicate)
{
    return __ballot_sync(mask, !predicate) == 0;
}
EMU_INLINE unsigned __activemask()
{
    EMU_FENCE();
    unsigned lanes = (unsigned)emu_warp(EMU_ACTIVE, 0, 0, 0);
    EMU_FENCE();
    return lanes;
}

/* ---- Matches: the lanes with the caller's value; a test if all values are equal. */
struct emu_match {
    emu_together head;
    uint64_t value;
    unsigned same, all; /* lanes with this value; lanes that take part */
};
__attribute__((no_sanitize("thread"))) static inline void
emu_match_run(emu_together *const *lanes)
{
    for (int i = 0; i < 32; i++)
        for (int j = 0; lanes[i] && j < 32; j++) {
            emu_match *mine = (emu_match *)lanes[i];
            const emu_match *other = (const emu_match *)lanes[j];
            mine->all |= (unsigned)(other != nullptr) << j;
            mine->same |= (unsigned)(other && other->value == mine->value) << j;
        }
}
EMU_INLINE emu_match emu_match_lanes(unsigned mask, uint64_t value)
{
    emu_match mine = {{emu_match_run}, value, 0, 0};
    EMU_FENCE();
    emu_warp(EMU_TOGETHER, mask, (uint64_t)&mine, 0);
    EMU_FENCE();
    return mine;
}
#define EMU_MATCHES(T)                                                                 \
    EMU_INLINE unsigned __match_any_sync(unsigned mask, T value)                       \
    {                                                                                  \
        return emu_match_lanes(mask, emu_to_bits(value)).same;                         \
    }                                                                                  \
    EMU_INLINE unsigned __match_all_sync(unsigned mask, T value, int *all)             \
    {                                                                                  \
        emu_match match = emu_match_lanes(mask, emu_to_bits(value));                   \
        *all = match.same == match.all;                                                \
        return *all ? match.all : 0;                                                   \
    }
EMU_FOR_WARP_TYPES(EMU_MATCHES)

/* ---- Reductions. */
template <class T> struct emu_reduction {
    emu_together head;
    T value;
};
template <class T, T (*combine)(T, T)>
__attribute__((no_sanitize("thread"))) void emu_reduce_run(emu_together *const *lanes)
{
    T result = T();
    bool first = true;
    for (int i = 0; i < 32; i++)
        if (lanes[i]) {
            T value = ((emu_reduction<T> *)lanes[i])->value;
            result = first ? value : combine(result, value);
            first = false;
        }
    for (int i = 0; i < 32; i++)
        if (lanes[i])
            ((emu_reduction<T> *)lanes[i])->value = result;
}
#define EMU_REDUCE(name, T, expression)                                                \
    static inline T emu_##name(T a, T b)                                               \
    {                                                                                  \
        return expression;                                                             \
    }                                                                                  \
    EMU_INLINE T __reduce_##name##_sync(unsigned mask, T value)                        \
    {                                                                                  \
        emu_reduction<T> mine = {{emu_reduce_run<T, emu_##name>}, value};              \
        EMU_FENCE();                                                                   \
        emu_warp(EMU_TOGETHER, mask, (uint64_t)&mine, 0);                              \
        EMU_FENCE();                                                                   \
        return mine.value;                                                             \
    }
EMU_REDUCE(add, unsigned, a + b)
EMU_REDUCE(min, unsigned, b < a ? b : a)
EMU_REDUCE(max, unsigned, a < b ? b : a)
EMU_REDUCE(and, unsigned, a &b)
EMU_REDUCE(or, unsigned, a | b)
EMU_REDUCE(xor, unsigned, a ^ b)
EMU_REDUCE(add, int, (int)((unsigned)a + (unsigned)b))
EMU_REDUCE(min, int, b < a ? b : a)
EMU_REDUCE(max, int, a < b ? b : a)

#undef EMU_REDUCE
#undef EMU_MATCHES
#undef EMU_SHUFFLES
/* cooperative_groups.h uses EMU_FOR_WARP_TYPES again. */

#endif
