/* Loads and stores with a hint for the caches, which changes no result and, here, no
   counter; and memcpy() and the like. Part of emu_device.hpp. */
#ifndef EMU_LOAD_HPP
#define EMU_LOAD_HPP

#define EMU_LOAD(name)                                                                 \
    template <class T> EMU_INLINE T name(const T *p)                                   \
    {                                                                                  \
        return *p;                                                                     \
    }
EMU_LOAD(__ldg)
EMU_LOAD(__ldca)
EMU_LOAD(__ldcg)
EMU_LOAD(__ldcs)
EMU_LOAD(__ldlu)
EMU_LOAD(__ldcv)
#undef EMU_LOAD

template <class T> struct emu_same {
    typedef T type;
};
#define EMU_STORE(name)                                                                \
    template <class T> EMU_INLINE void name(T *p, typename emu_same<T>::type value)    \
    {                                                                                  \
        *p = value;                                                                    \
    }
EMU_STORE(__stwb)
EMU_STORE(__stcg)
EMU_STORE(__stcs)
EMU_STORE(__stwt)
#undef EMU_STORE

/* ---- emucc writes emu_memcpy for memcpy in kernels, so that hooks see its accesses.
   They are as wide as both addresses and the size allow. */
template <class Unit> EMU_INLINE void emu_copy_up(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n / sizeof(Unit); i++)
        ((Unit *)to)[i] = ((const Unit *)from)[i];
}
template <class Unit> EMU_INLINE void emu_fill(void *to, uint64_t bytes, size_t n)
{
    for (size_t i = 0; i < n / sizeof(Unit); i++)
        ((Unit *)to)[i] = (Unit)bytes;
}
EMU_INLINE void *emu_memcpy(void *to, const void *from, size_t n)
{
    uintptr_t unaligned = (uintptr_t)to | (uintptr_t)from | n;
    if (unaligned % 16 == 0)
        emu_copy_up<uint4>(to, from, n);
    else if (unaligned % 8 == 0)
        emu_copy_up<uint64_t>(to, from, n);
    else if (unaligned % 4 == 0)
        emu_copy_up<uint32_t>(to, from, n);
    else
        emu_copy_up<uint8_t>(to, from, n);
    return to;
}
EMU_INLINE void *emu_memmove(void *to, const void *from, size_t n)
{
    if ((uintptr_t)to - (uintptr_t)from >= n)
        return emu_memcpy(to, from, n);
    for (size_t i = n; i-- > 0;)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}
EMU_INLINE void *emu_memset(void *to, int value, size_t n)
{
    uint64_t bytes = (unsigned char)value * 0x0101010101010101ull;
    uintptr_t unaligned = (uintptr_t)to | n;
    if (unaligned % 8 == 0)
        emu_fill<uint64_t>(to, bytes, n);
    else if (unaligned % 4 == 0)
        emu_fill<uint32_t>(to, bytes, n);
    else
        emu_fill<uint8_t>(to, bytes, n);
    return to;
}
namespace std
{
using ::emu_memcpy;
using ::emu_memmove;
using ::emu_memset;
} // namespace std

#endif
