/*
 * Atomic operations: each changes old bits to new ones in one step. Each has three
 * scopes, such as atomicAdd, atomicAdd_block and atomicAdd_system, which are the same
 * here. The types are those of CUDA, for a GPU of compute capability 9.0. Part of
 * emu_device.hpp.
 */
#ifndef EMU_ATOMIC_HPP
#define EMU_ATOMIC_HPP

#define EMU_ATOMIC_NAMED(name, T, expression)                                          \
    EMU_INLINE T name(T *__address, T __operand)                                       \
    {                                                                                  \
        return emu_from_bits<T>(                                                       \
            emu_atomic(__address, sizeof(T), emu_to_bits<T>(__operand),                \
                       [](uint64_t __old_bits, uint64_t __operand_bits) -> uint64_t {  \
                           T __a = emu_from_bits<T>(__old_bits),                       \
                             __b = emu_from_bits<T>(__operand_bits);                   \
                           return emu_to_bits<T>((T)(expression));                     \
                       }));                                                            \
    }
#define EMU_ATOMIC(name, T, expression)                                                \
    EMU_ATOMIC_NAMED(name, T, expression)                                              \
    EMU_ATOMIC_NAMED(name##_block, T, expression)                                      \
    EMU_ATOMIC_NAMED(name##_system, T, expression)

EMU_ATOMIC(atomicAdd, int, (unsigned)__a + (unsigned)__b)
EMU_ATOMIC(atomicAdd, unsigned, __a + __b)
EMU_ATOMIC(atomicAdd, unsigned long long, __a + __b)
EMU_ATOMIC(atomicAdd, float, __a + __b)
EMU_ATOMIC(atomicAdd, double, __a + __b)
EMU_ATOMIC(atomicSub, int, (unsigned)__a - (unsigned)__b)
EMU_ATOMIC(atomicSub, unsigned, __a - __b)
EMU_ATOMIC(atomicExch, int, ((void)__a, __b))
EMU_ATOMIC(atomicExch, unsigned, ((void)__a, __b))
EMU_ATOMIC(atomicExch, unsigned long long, ((void)__a, __b))
EMU_ATOMIC(atomicExch, float, ((void)__a, __b))
#define EMU_ORDERED(T)                                                                 \
    EMU_ATOMIC(atomicMin, T, __b < __a ? __b : __a)                                    \
    EMU_ATOMIC(atomicMax, T, __a < __b ? __b : __a)
EMU_ORDERED(int)
EMU_ORDERED(unsigned)
EMU_ORDERED(long long)
EMU_ORDERED(unsigned long long)
#define EMU_BITWISE(T)                                                                 \
    EMU_ATOMIC(atomicAnd, T, __a &__b)                                                 \
    EMU_ATOMIC(atomicOr, T, __a | __b) EMU_ATOMIC(atomicXor, T, __a ^ __b)
EMU_BITWISE(int)
EMU_BITWISE(unsigned)
EMU_BITWISE(unsigned long long)
EMU_ATOMIC(atomicInc, unsigned, __a >= __b ? 0 : __a + 1)
EMU_ATOMIC(atomicDec, unsigned, __a == 0 || __a > __b ? __b : __a - 1)

#define EMU_CAS_NAMED(name, T)                                                         \
    EMU_INLINE T name(T *__address, T __expected, T __desired)                         \
    {                                                                                  \
        return (T)emu_atomic_cas(__address, sizeof(T), emu_to_bits(__expected),        \
                                 emu_to_bits(__desired));                              \
    }
#define EMU_CAS(T)                                                                     \
    EMU_CAS_NAMED(atomicCAS, T)                                                        \
    EMU_CAS_NAMED(atomicCAS_block, T)                                                  \
    EMU_CAS_NAMED(atomicCAS_system, T)
EMU_CAS(int)
EMU_CAS(unsigned)
EMU_CAS(unsigned long long)
EMU_CAS_NAMED(atomicCAS, unsigned short)

#undef EMU_CAS
#undef EMU_CAS_NAMED
#undef EMU_BITWISE
#undef EMU_ORDERED
/* cuda_fp16.h uses EMU_ATOMIC again. */

#endif
