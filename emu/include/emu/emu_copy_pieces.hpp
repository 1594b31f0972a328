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
template <size_t ALIGNMENT> struct aligned_size_t {
    static constexpr size_t align = ALIGNMENT;
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
EMU_INLINE void emu_copy_pieces(char *to, const char *from, size_t bytes, size_t align)
{
    const size_t piece = align % 16 == 0  ? 16
                         : align % 8 == 0 ? 8
                         : align % 4 == 0 ? 4
                                          : 1;
    size_t at = 0;
    for (; piece > 1 && at + piece <= bytes; at += piece)
        __pipeline_memcpy_async(to + at, from + at, piece);
    for (; at < bytes; at++)
        to[at] = from[at];
}

} // namespace cuda

#endif
