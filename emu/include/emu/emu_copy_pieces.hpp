/* What <cuda/pipeline> and <cuda/barrier> share: scopes, and copies by one thread. */
#ifndef EMU_COPY_PIECES_HPP
#define EMU_COPY_PIECES_HPP

#include "cuda_pipeline_primitives.h"

namespace cuda
{

enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread
};

/* A number of bytes; both addresses of the copy are multiples of ALIGNMENT. */
template <size_t __ALIGNMENT> struct aligned_size_t {
    static constexpr size_t __align = __ALIGNMENT;
    size_t value;
    explicit aligned_size_t(size_t bytes) : value(bytes)
    {
    }
    operator size_t() const
    {
        return value;
    }
};

/* Copy by the calling thread, in pieces of 16, 8 or 4 bytes as `align` allows. Bytes
   that are no such piece are copied at once. */
EMU_INLINE void emu_copy_pieces(char *__to, const char *__from, size_t bytes,
                                size_t __align)
{
    const size_t __piece = __align % 16 == 0  ? 16
                           : __align % 8 == 0 ? 8
                           : __align % 4 == 0 ? 4
                                              : 1;
    size_t __at = 0;
    for (; __piece > 1 && __at + __piece <= bytes; __at += __piece)
        __pipeline_memcpy_async(__to + __at, __from + __at, __piece);
    for (; __at < bytes; __at++)
        __to[__at] = __from[__at];
}

} // namespace cuda

#endif
