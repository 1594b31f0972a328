/* Inline PTX: conversions of 8-bit floating-point numbers, which come in pairs. Part of
   emu_ptx.hpp. */
#ifndef EMU_PTX_FLOAT8_HPP
#define EMU_PTX_FLOAT8_HPP

#include "../emu/emu_pack8.hpp"

namespace emu_ptx
{

struct __e4m3x2 {
    static constexpr bool __e5m2 = false;
};
struct __e5m2x2 {
    static constexpr bool __e5m2 = true;
};

/* .relu: what is negative becomes 0; a NaN stays. */
struct __none;
struct __relu;
template <class __RELU> EMU_INLINE float __rectified(float __a)
{
    return std::is_same<__RELU, __relu>::value && __a <= 0 ? 0 : __a;
}
template <class __H, class __RELU> EMU_INLINE uint16_t __packed8(float __a)
{
    return emu_pack8(__rectified<__RELU>(__a), __H::__e5m2, true);
}

/* Of two floats, a is the upper one. */
template <class __H, class __RELU, class __D, class __A, class __B>
EMU_INLINE void __to8(__D &&__d, const __A &__a, const __B &__b)
{
    const uint32_t __upper = __packed8<__H, __RELU>(__get<float>(__a));
    __put(__d, (uint16_t)(__upper << 8 | __packed8<__H, __RELU>(__get<float>(__b))));
}
/* Of f16x2. */
template <class __H, class __RELU, class __D, class __A>
EMU_INLINE void __to8(__D &&__d, const __A &__a)
{
    const __f16x2 __h = __f16x2::__of(__get<uint32_t>(__a));
    __to8<__H, __RELU>(static_cast<__D &&>(__d), __h.x[1], __h.x[0]);
}
/* To f16x2. */
template <class __H, class __RELU, class __D, class __A>
EMU_INLINE void __from8(__D &&__d, const __A &__a)
{
    const uint16_t __both = __get<uint16_t>(__a);
    double __v[2];
    for (int __i = 0; __i < 2; __i++)
        __v[__i] = __rectified<__RELU>(
            emu_unpack8((unsigned char)(__both >> 8 * __i), __H::__e5m2));
    __put(__d, __f16x2::__packed(__v));
}

} // namespace emu_ptx

#endif
