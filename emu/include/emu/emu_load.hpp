/* Loads and stores with a hint for the caches, which changes no result and, here, no
   counter; and memcpy() and the like. Part of emu_device.hpp. */
#ifndef EMU_LOAD_HPP
#define EMU_LOAD_HPP

#define EMU_LOAD(name)                                                                 \
    template <class __T> EMU_INLINE __T name(const __T *__p)                           \
    {                                                                                  \
        return *__p;                                                                   \
    }
EMU_LOAD(__ldca)
EMU_LOAD(__ldcg)
EMU_LOAD(__ldcs)
EMU_LOAD(__ldlu)
EMU_LOAD(__ldcv)
#undef EMU_LOAD
/* By the read-only cache. */
template <class __T> EMU_INLINE __T __ldg(const __T *__p)
{
    emu_read_only(__p, sizeof *__p);
    return *__p;
}

template <class __T> struct emu_same {
    typedef __T type;
};
#define EMU_STORE(name)                                                                \
    template <class __T>                                                               \
    EMU_INLINE void name(__T *__p, typename emu_same<__T>::type value)                 \
    {                                                                                  \
        *__p = value;                                                                  \
    }
EMU_STORE(__stwb)
EMU_STORE(__stcg)
EMU_STORE(__stcs)
EMU_STORE(__stwt)
#undef EMU_STORE

/* ---- emucc writes emu_memcpy for memcpy in kernels, so that hooks see its accesses.
   They are as wide as both addresses and the size allow. */
template <class __Unit>
EMU_INLINE void emu_copy_up(void *__to, const void *__from, size_t __n)
{
    for (size_t __i = 0; __i < __n / sizeof(__Unit); __i++)
        ((__Unit *)__to)[__i] = ((const __Unit *)__from)[__i];
}
template <class __Unit> EMU_INLINE void emu_fill(void *__to, uint64_t bytes, size_t __n)
{
    for (size_t __i = 0; __i < __n / sizeof(__Unit); __i++)
        ((__Unit *)__to)[__i] = (__Unit)bytes;
}
EMU_INLINE void *emu_memcpy(void *__to, const void *__from, size_t __n)
{
    uintptr_t __unaligned = (uintptr_t)__to | (uintptr_t)__from | __n;
    if (__unaligned % 16 == 0)
        emu_copy_up<uint4>(__to, __from, __n);
    else if (__unaligned % 8 == 0)
        emu_copy_up<uint64_t>(__to, __from, __n);
    else if (__unaligned % 4 == 0)
        emu_copy_up<uint32_t>(__to, __from, __n);
    else
        emu_copy_up<uint8_t>(__to, __from, __n);
    return __to;
}
EMU_INLINE void *emu_memmove(void *__to, const void *__from, size_t __n)
{
    if ((uintptr_t)__to - (uintptr_t)__from >= __n)
        return emu_memcpy(__to, __from, __n);
    for (size_t __i = __n; __i-- > 0;)
        ((unsigned char *)__to)[__i] = ((const unsigned char *)__from)[__i];
    return __to;
}
EMU_INLINE void *emu_memset(void *__to, int value, size_t __n)
{
    uint64_t bytes = (unsigned char)value * 0x0101010101010101ull;
    uintptr_t __unaligned = (uintptr_t)__to | __n;
    if (__unaligned % 8 == 0)
        emu_fill<uint64_t>(__to, bytes, __n);
    else if (__unaligned % 4 == 0)
        emu_fill<uint32_t>(__to, bytes, __n);
    else
        emu_fill<uint8_t>(__to, bytes, __n);
    return __to;
}
namespace std
{
using ::emu_memcpy;
using ::emu_memmove;
using ::emu_memset;
} // namespace std

#endif
