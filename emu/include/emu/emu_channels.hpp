/* cudaCreateChannelDesc<T>(): the channels of a texel of type T. Part of
   cuda_runtime.h. */
#ifndef EMU_CHANNELS_HPP
#define EMU_CHANNELS_HPP

#include "../cuda/driver_types.h"

/* A type that is no texel has no channels. */
template <class __T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define EMU_CHANNELS(T, n, kind)                                                       \
    template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<T>()                \
    {                                                                                  \
        const int __bits = 8 * sizeof(T) / n;                                          \
        return cudaCreateChannelDesc(__bits, n > 1 ? __bits : 0, n > 2 ? __bits : 0,   \
                                     n > 3 ? __bits : 0, kind);                        \
    }
#define EMU_CHANNELS_OF(T, name, kind)                                                 \
    EMU_CHANNELS(T, 1, kind)                                                           \
    EMU_CHANNELS(name##1, 1, kind)                                                     \
    EMU_CHANNELS(name##2, 2, kind)                                                     \
    EMU_CHANNELS(name##4, 4, kind)
EMU_CHANNELS(char, 1, cudaChannelFormatKindSigned)
EMU_CHANNELS_OF(signed char, char, cudaChannelFormatKindSigned)
EMU_CHANNELS_OF(unsigned char, uchar, cudaChannelFormatKindUnsigned)
EMU_CHANNELS_OF(short, short, cudaChannelFormatKindSigned)
EMU_CHANNELS_OF(unsigned short, ushort, cudaChannelFormatKindUnsigned)
EMU_CHANNELS_OF(int, int, cudaChannelFormatKindSigned)
EMU_CHANNELS_OF(unsigned int, uint, cudaChannelFormatKindUnsigned)
EMU_CHANNELS_OF(float, float, cudaChannelFormatKindFloat)
#undef EMU_CHANNELS_OF
#undef EMU_CHANNELS

/* Of 16-bit floats. */
inline cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1()
{
    return cudaCreateChannelDescHalf();
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2()
{
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4()
{
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif
