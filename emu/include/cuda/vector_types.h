/* CUDA's vector types, valid in C and C++: float4 and the like, with the alignment that
   makes each one access, and dim3. */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#define EMU_VECTORS(base, name, align2, align4)                                        \
    struct name##1                                                                     \
    {                                                                                  \
        base x;                                                                        \
    };                                                                                 \
    struct __attribute__((__aligned__(align2))) name##2                                \
    {                                                                                  \
        base x, y;                                                                     \
    };                                                                                 \
    struct name##3                                                                     \
    {                                                                                  \
        base x, y, z;                                                                  \
    };                                                                                 \
    struct __attribute__((__aligned__(align4))) name##4                                \
    {                                                                                  \
        base x, y, z, w;                                                               \
    };                                                                                 \
    typedef struct name##1 name##1;                                                    \
    typedef struct name##2 name##2;                                                    \
    typedef struct name##3 name##3;                                                    \
    typedef struct name##4 name##4;

EMU_VECTORS(signed char, char, 2, 4)
EMU_VECTORS(unsigned char, uchar, 2, 4)
EMU_VECTORS(short, short, 4, 8)
EMU_VECTORS(unsigned short, ushort, 4, 8)
EMU_VECTORS(int, int, 8, 16)
EMU_VECTORS(unsigned int, uint, 8, 16)
EMU_VECTORS(long, long, 16, 16)
EMU_VECTORS(unsigned long, ulong, 16, 16)
EMU_VECTORS(long long, longlong, 16, 16)
EMU_VECTORS(unsigned long long, ulonglong, 16, 16)
EMU_VECTORS(float, float, 8, 16)
EMU_VECTORS(double, double, 16, 16)
#undef EMU_VECTORS

struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int __x_ = 1, unsigned int __y_ = 1, unsigned int __z_ = 1)
        : x(__x_), y(__y_), z(__z_)
    {
    }
    constexpr dim3(uint3 __v) : x(__v.x), y(__v.y), z(__v.z)
    {
    }
    constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#endif
