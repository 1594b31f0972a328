/*
 * The built-in variables. They are ordinary C++ variables, so that a program's own
 * threadIdx or gridDim hides them by the rules of C++. Part of emu_device.hpp.
 */
#ifndef EMU_BUILTIN_HPP
#define EMU_BUILTIN_HPP

/* Their types: like uint3 and dim3, but distinct from a program's own. Each has a
   constructor, or g++ would call no hook for accesses to its memory. */
struct emu_index : uint3 {
    emu_index() = default;
    constexpr emu_index(unsigned x, unsigned y, unsigned z) : uint3{x, y, z}
    {
    }
    constexpr emu_index(const uint3 &__v) : uint3(__v)
    {
    }
};
struct emu_dims : dim3 {
    using dim3::dim3;
    constexpr emu_dims(const dim3 &__v) : dim3(__v)
    {
    }
};

/* thread.c and block.c set them. */
#define EMU_VARIABLE(name)                                                             \
    __asm__("emu_" #name) __attribute__((__tls_model__("local-exec")))
extern const __thread emu_index threadIdx EMU_VARIABLE(threadIdx);
extern const __thread emu_index blockIdx EMU_VARIABLE(blockIdx);
extern const __thread emu_dims blockDim EMU_VARIABLE(blockDim);
extern const __thread emu_dims gridDim EMU_VARIABLE(gridDim);
#undef EMU_VARIABLE
static constexpr int warpSize = 32;

/*
 * In kernels emucc replaces threadIdx in threadIdx.x and in = threadIdx by
 * emu_threadIdx_value(threadIdx), so that most uses read no memory. For the built-in
 * variable the value is that of a function which g++ treats as constant. For a
 * program's own variable of that name it is the variable itself.
 */
#define EMU_VALUE(name, type, plain, packed)                                           \
    template <class __T> EMU_INLINE constexpr __T &&emu_##name##_value(__T &&__v)      \
    {                                                                                  \
        return static_cast<__T &&>(__v);                                               \
    }                                                                                  \
    EMU_INLINE const plain emu_##name##_value(const type &__v)                         \
    {                                                                                  \
        bool __copy = &__v != &name; /* it has the same type */                        \
        uint64_t __p = __copy ? 0 : packed();                                          \
        return plain{__copy ? __v.x : (unsigned)__p,                                   \
                     __copy ? __v.y : (unsigned)(__p >> 32) & 0xffff,                  \
                     __copy ? __v.z : (unsigned)(__p >> 48)};                          \
    }
EMU_VALUE(threadIdx, emu_index, uint3, emu_thread_idx)
EMU_VALUE(blockIdx, emu_index, uint3, emu_block_idx)
EMU_VALUE(blockDim, emu_dims, dim3, emu_block_dim)
EMU_VALUE(gridDim, emu_dims, dim3, emu_grid_dim)
#undef EMU_VALUE

#endif
