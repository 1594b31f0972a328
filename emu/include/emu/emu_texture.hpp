/* Fetches from texture objects (CUDA C++ Programming Guide, Texture Functions). There
   are no mipmaps: levels and gradients change nothing. Part of emu_device.hpp. */
#ifndef EMU_TEXTURE_HPP
#define EMU_TEXTURE_HPP

#include "../cuda/texture_types.h"
#include "emu_fetch.h"

/* ---- A T from the channels of a texel: T has 1, 2 or 4 of them. */
template <class __T> struct emu_texel;
#define EMU_TEXEL_1(T)                                                                 \
    template <> struct emu_texel<T> {                                                  \
        static EMU_INLINE_METHOD T __of(const uint32_t *__c)                           \
        {                                                                              \
            return emu_from_bits<T>(__c[0]);                                           \
        }                                                                              \
    };
#define EMU_TEXEL(T, name)                                                             \
    EMU_TEXEL_1(T)                                                                     \
    template <> struct emu_texel<name##1> {                                            \
        static EMU_INLINE_METHOD name##1 __of(const uint32_t *__c)                     \
        {                                                                              \
            return {emu_from_bits<T>(__c[0])};                                         \
        }                                                                              \
    };                                                                                 \
    template <> struct emu_texel<name##2> {                                            \
        static EMU_INLINE_METHOD name##2 __of(const uint32_t *__c)                     \
        {                                                                              \
            return {emu_from_bits<T>(__c[0]), emu_from_bits<T>(__c[1])};               \
        }                                                                              \
    };                                                                                 \
    template <> struct emu_texel<name##4> {                                            \
        static EMU_INLINE_METHOD name##4 __of(const uint32_t *__c)                     \
        {                                                                              \
            return {emu_from_bits<T>(__c[0]), emu_from_bits<T>(__c[1]),                \
                    emu_from_bits<T>(__c[2]), emu_from_bits<T>(__c[3])};               \
        }                                                                              \
    };
#define EMU_INLINE_METHOD inline __attribute__((__always_inline__))
EMU_TEXEL_1(char)
EMU_TEXEL(signed char, char)
EMU_TEXEL(unsigned char, uchar)
EMU_TEXEL(short, short)
EMU_TEXEL(unsigned short, ushort)
EMU_TEXEL(int, int)
EMU_TEXEL(unsigned int, uint)
EMU_TEXEL(float, float)
#undef EMU_INLINE_METHOD
#undef EMU_TEXEL
#undef EMU_TEXEL_1

/* ---- The texels of a fetch: accesses of the kernel to device memory. */
template <class __Unit> EMU_INLINE void emu_load_texel(emu_fetch &__f, int __i)
{
    const __Unit *__from = (const __Unit *)__f.__texel[__i];
    emu_read_only(__from, sizeof(__Unit));
    *(__Unit *)&__f.__value[__i] = *__from;
}
EMU_INLINE void emu_load_texels(emu_fetch &__f)
{
    for (int __i = 0; __i < __f.__n; __i++) {
        if (!__f.__texel[__i])
            continue;
        switch (__f.__bytes) {
        case 1:
            emu_load_texel<uint8_t>(__f, __i);
            break;
        case 2:
            emu_load_texel<uint16_t>(__f, __i);
            break;
        case 4:
            emu_load_texel<uint32_t>(__f, __i);
            break;
        case 8:
            emu_load_texel<uint64_t>(__f, __i);
            break;
        default:
            emu_load_texel<uint4>(__f, __i);
        }
    }
}
template <class __T>
EMU_INLINE __T emu_fetched(cudaTextureObject_t __object, int __dimensions, float __x,
                           float __y, float __z, int __layer)
{
    emu_fetch __f;
    uint32_t __channels[4];
    emu_fetch_place(&__f, __object, __dimensions, __x, __y, __z, __layer);
    emu_load_texels(__f);
    emu_fetch_result(&__f, __channels);
    return emu_texel<__T>::__of(__channels);
}

/* ---- The functions: each returns a T, or stores it through its first argument.
   EMU_FETCH(name, (parameters), (arguments), what it gives) */
#define EMU_LIST(...) __VA_ARGS__
#define EMU_FETCH(name, parameters, arguments, expression)                             \
    template <class __T>                                                               \
    EMU_INLINE __T name(cudaTextureObject_t __object, EMU_LIST parameters)             \
    {                                                                                  \
        return expression;                                                             \
    }                                                                                  \
    template <class __T>                                                               \
    EMU_INLINE void name(__T *__result, cudaTextureObject_t __object,                  \
                         EMU_LIST parameters)                                          \
    {                                                                                  \
        *__result = name<__T>(__object, EMU_LIST arguments);                           \
    }
#define EMU_FETCH_1(name, parameters, arguments)                                       \
    EMU_FETCH(name, (float __x EMU_LIST parameters), (__x EMU_LIST arguments),         \
              (emu_fetched<__T>(__object, EMU_1D, __x, 0, 0, 0)))
#define EMU_FETCH_2(name, parameters, arguments)                                       \
    EMU_FETCH(name, (float __x, float __y EMU_LIST parameters),                        \
              (__x, __y EMU_LIST arguments),                                           \
              (emu_fetched<__T>(__object, EMU_2D, __x, __y, 0, 0)))
#define EMU_FETCH_3(name, parameters, arguments)                                       \
    EMU_FETCH(name, (float __x, float __y, float __z EMU_LIST parameters),             \
              (__x, __y, __z EMU_LIST arguments),                                      \
              (emu_fetched<__T>(__object, EMU_3D, __x, __y, __z, 0)))
#define EMU_FETCH_1_LAYERED(name, parameters, arguments)                               \
    EMU_FETCH(name, (float __x, int __layer EMU_LIST parameters),                      \
              (__x, __layer EMU_LIST arguments),                                       \
              (emu_fetched<__T>(__object, EMU_1D + EMU_LAYERED, __x, 0, 0, __layer)))
#define EMU_FETCH_2_LAYERED(name, parameters, arguments)                               \
    EMU_FETCH(                                                                         \
        name, (float __x, float __y, int __layer EMU_LIST parameters),                 \
        (__x, __y, __layer EMU_LIST arguments),                                        \
        (emu_fetched<__T>(__object, EMU_2D + EMU_LAYERED, __x, __y, 0, __layer)))

EMU_FETCH_1(tex1D, (), ())
EMU_FETCH_1(tex1DLod, (, float), (, 0))
EMU_FETCH_1(tex1DGrad, (, float, float), (, 0, 0))
EMU_FETCH_2(tex2D, (), ())
EMU_FETCH_2(tex2DLod, (, float), (, 0))
EMU_FETCH_2(tex2DGrad, (, float2, float2), (, float2(), float2()))
EMU_FETCH_3(tex3D, (), ())
EMU_FETCH_3(tex3DLod, (, float), (, 0))
EMU_FETCH_3(tex3DGrad, (, float4, float4), (, float4(), float4()))
EMU_FETCH_1_LAYERED(tex1DLayered, (), ())
EMU_FETCH_1_LAYERED(tex1DLayeredLod, (, float), (, 0))
EMU_FETCH_1_LAYERED(tex1DLayeredGrad, (, float, float), (, 0, 0))
EMU_FETCH_2_LAYERED(tex2DLayered, (), ())
EMU_FETCH_2_LAYERED(tex2DLayeredLod, (, float), (, 0))
EMU_FETCH_2_LAYERED(tex2DLayeredGrad, (, float2, float2), (, float2(), float2()))

template <class __T>
EMU_INLINE __T emu_fetched_linear(cudaTextureObject_t __object, int __i)
{
    emu_fetch __f;
    uint32_t __channels[4];
    emu_fetch_linear(&__f, __object, __i);
    emu_load_texels(__f);
    emu_fetch_result(&__f, __channels);
    return emu_texel<__T>::__of(__channels);
}
EMU_FETCH(tex1Dfetch, (int __i), (__i), (emu_fetched_linear<__T>(__object, __i)))

template <class __T>
EMU_INLINE __T emu_gathered(cudaTextureObject_t __object, float __x, float __y,
                            int __component)
{
    emu_fetch __f;
    uint32_t __channels[4];
    emu_fetch_gather(&__f, __object, __x, __y);
    emu_load_texels(__f);
    emu_fetch_gathered(&__f, __component, __channels);
    return emu_texel<__T>::__of(__channels);
}
EMU_FETCH(tex2Dgather, (float __x, float __y, int __component = 0),
          (__x, __y, __component), (emu_gathered<__T>(__object, __x, __y, __component)))
#undef EMU_FETCH_2_LAYERED
#undef EMU_FETCH_1_LAYERED
#undef EMU_FETCH_3
#undef EMU_FETCH_2
#undef EMU_FETCH_1
#undef EMU_FETCH
#undef EMU_LIST

#endif
