/* make_float4() and the like, for C and C++. */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define EMU_MAKE_INLINE static inline __attribute__((__always_inline__))
#define EMU_MAKE(base, name)                                                           \
    EMU_MAKE_INLINE name##1 make_##name##1(base x)                                     \
    {                                                                                  \
        name##1 __v = {x};                                                             \
        return __v;                                                                    \
    }                                                                                  \
    EMU_MAKE_INLINE name##2 make_##name##2(base x, base y)                             \
    {                                                                                  \
        name##2 __v = {x, y};                                                          \
        return __v;                                                                    \
    }                                                                                  \
    EMU_MAKE_INLINE name##3 make_##name##3(base x, base y, base z)                     \
    {                                                                                  \
        name##3 __v = {x, y, z};                                                       \
        return __v;                                                                    \
    }                                                                                  \
    EMU_MAKE_INLINE name##4 make_##name##4(base x, base y, base z, base w)             \
    {                                                                                  \
        name##4 __v = {x, y, z, w};                                                    \
        return __v;                                                                    \
    }
EMU_MAKE(signed char, char)
EMU_MAKE(unsigned char, uchar)
EMU_MAKE(short, short)
EMU_MAKE(unsigned short, ushort)
EMU_MAKE(int, int)
EMU_MAKE(unsigned int, uint)
EMU_MAKE(long, long)
EMU_MAKE(unsigned long, ulong)
EMU_MAKE(long long, longlong)
EMU_MAKE(unsigned long long, ulonglong)
EMU_MAKE(float, float)
EMU_MAKE(double, double)
#undef EMU_MAKE
#undef EMU_MAKE_INLINE

#endif
