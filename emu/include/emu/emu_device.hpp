/*
 * The declarations for kernels. Included by cuda_runtime.h in .cu files.
 *
 *   emu_builtin.hpp   threadIdx and the like    emu_math.hpp      float and double
 *   emu_sync.hpp      barriers and fences       emu_rounding.hpp  by rounding mode
 *   emu_warp.hpp      shuffles, votes           emu_bits.hpp      integers, bits
 *   emu_atomic.hpp    atomic operations         emu_launcher.hpp  kernel<<<...>>>(...)
 *   emu_load.hpp      loads with a hint         emu_defined.hpp   shifts, conversions
 *   emu_texture.hpp   texture fetches           emu_surface.hpp   surfaces
 */
#ifndef EMU_DEVICE_HPP
#define EMU_DEVICE_HPP

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emu_launch.h"

/* The code is compiled once, for host and kernels: as nvcc does for kernels. */

/* Always inlined, so that an access or a barrier is at the kernel's own line. */
#define EMU_INLINE static inline __attribute__((__always_inline__))

/* ---- Bits and values. */
template <class __T> EMU_INLINE __T emu_from_bits(uint64_t __bits)
{
    __T value;
    __builtin_memcpy(&value, &__bits, sizeof value);
    return value;
}
template <class __T> EMU_INLINE uint64_t emu_to_bits(__T value)
{
    uint64_t __bits = 0;
    __builtin_memcpy(&__bits, &value, sizeof value);
    return __bits;
}

/* ---- emucc hides some addresses from g++: see rewrite_address.c. g++ does not know
   this number, but knows that it never changes. */
extern "C" const size_t emu_zero;
template <class __T> EMU_INLINE __T *emu_hidden(__T *__p)
{
    return (__T *)((char *)__p + emu_zero);
}
template <class __T> EMU_INLINE __T &&emu_hidden(__T &&value)
{
    return static_cast<__T &&>(value);
}
template <class __T> EMU_INLINE __T &emu_hidden_in(__T &value)
{
    return *emu_hidden(__builtin_addressof(value));
}

/* ---- emucc writes emu_read for variables that may have no read: see
   rewrite_qualifiers.c. */
template <class __T> EMU_INLINE void emu_read(__T value)
{
    asm volatile("" : : "m"(value)); /* a copy of it */
}
#define EMU_READ(T)                                                                    \
    EMU_INLINE void emu_read(T value)                                                  \
    {                                                                                  \
        asm volatile("" : : "r"(value));                                               \
    }
EMU_READ(int)
EMU_READ(unsigned)
EMU_READ(long long)
EMU_READ(unsigned long long)
EMU_READ(unsigned char)
#undef EMU_READ
EMU_INLINE void emu_read(float value)
{
#ifdef __x86_64__
    asm volatile("" : : "x"(value));
#elif defined(__wasm__)
    asm volatile("" : : "r"(value));
#else
    asm volatile("" : : "w"(value));
#endif
}

#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#define __assume(condition) __builtin_assume(condition)

EMU_INLINE void __trap()
{
    emu_stop("stops itself with __trap()");
}
/* emucc writes emu_clock_or_ticks for clock in kernels. */
namespace std
{
using ::emu_clock_or_ticks;
using ::emu_free;
using ::emu_malloc;
using ::emu_printf;
} // namespace std
EMU_INLINE long long clock64()
{
    return emu_ticks();
}
EMU_INLINE void __nanosleep(unsigned)
{
    emu_pause();
}

#include "emu_defined.hpp"
#include "emu_sync.hpp"

#include "emu_atomic.hpp"
#include "emu_bits.hpp"
#include "emu_builtin.hpp"
#include "emu_launcher.hpp"

#include "emu_cluster.hpp"
#include "emu_launch_kernel.hpp"
#include "emu_load.hpp"
#include "emu_math.hpp"
#include "emu_nv_atomic.hpp"
#include "emu_rounding.hpp"
#include "emu_shape.hpp"
#include "emu_surface.hpp"
#include "emu_texture.hpp"
#include "emu_warp.hpp"

#include "../ptx/emu_ptx.hpp"

#endif
