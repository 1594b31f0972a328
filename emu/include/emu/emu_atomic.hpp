/*
 * Atomic operations: each changes old bits to new ones in one step. Each has three
 * scopes, such as atomicAdd, atomicAdd_block and atomicAdd_system, which are the same
 * here. The types are those of CUDA, for a GPU of compute capability 9.0. Part of
 * emu_device.hpp.
 */
#ifndef EMU_ATOMIC_HPP
#define EMU_ATOMIC_HPP

#define EMU_ATOMIC_NAMED(name, T, expression)                                          \
    EMU_INLINE T name(T *address, T operand)                                           \
    {                                                                                  \
        return emu_from_bits<T>(emu_atomic(                                            \
            address, sizeof(T), emu_to_bits<T>(operand),                               \
            [](uint64_t old_bits, uint64_t operand_bits) -> uint64_t {                 \
                T a = emu_from_bits<T>(old_bits), b = emu_from_bits<T>(operand_bits);  \
                return emu_to_bits<T>((T)(expression));                                \
            }));                                                                       \
    }
#define EMU_ATOMIC(name, T, expression)                                                \
    EMU_ATOMIC_NAMED(name, T, expression)                                              \
    EMU_ATOMIC_NAMED(name##_block, T, expression)                                      \
    EMU_ATOMIC_NAMED(name##_system, T, expression)

EMU_ATOMIC(atomicAdd, int, (unsigned)a + (unsigned)b)
EMU_ATOMIC(atomicAdd, unsigned, a + b)
EMU_ATOMIC(atomicAdd, unsigned long long, a + b)
EMU_ATOMIC(atomicAdd, float, a + b)
EMU_ATOMIC(atomicAdd, double, a + b)
EMU_ATOMIC(atomicSub, int, (unsigned)a - (unsigned)b)
EMU_ATOMIC(atomicSub, unsigned, a - b)
EMU_ATOMIC(atomicExch, int, ((void)a, b))
EMU_ATOMIC(atomicExch, unsigned, ((void)a, b))
EMU_ATOMIC(atomicExch, unsigned long long, ((void)a, b))
EMU_ATOMIC(atomicExch, float, ((void)a, b))
#define EMU_ORDERED(T)                                                                 \
    EMU_ATOMIC(atomicMin, T, b < a ? b : a) EMU_ATOMIC(atomicMax, T, a < b ? b : a)
EMU_ORDERED(int)
EMU_ORDERED(unsigned)
EMU_ORDERED(long long)
EMU_ORDERED(unsigned long long)
#define EMU_BITWISE(T)                                                                 \
    EMU_ATOMIC(atomicAnd, T, a &b)                                                     \
    EMU_ATOMIC(atomicOr, T, a | b) EMU_ATOMIC(atomicXor, T, a ^ b)
EMU_BITWISE(int)
EMU_BITWISE(unsigned)
EMU_BITWISE(unsigned long long)
EMU_ATOMIC(atomicInc, unsigned, a >= b ? 0 : a + 1)
EMU_ATOMIC(atomicDec, unsigned, a == 0 || a > b ? b : a - 1)

#define EMU_CAS_NAMED(name, T)                                                         \
    EMU_INLINE T name(T *address, T expected, T desired)                               \
    {                                                                                  \
        return (T)emu_atomic_cas(address, sizeof(T), emu_to_bits(expected),            \
                                 emu_to_bits(desired));                                \
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
