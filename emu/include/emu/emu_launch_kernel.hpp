/*
 * cudaLaunchKernel(kernel, grid, block, arguments): arguments[i] is the address of
 * argument i. Only code with the kernel's type can call it. So emucc removes the cast
 * to void * in such a call, and registers each kernel that is not a template. Likewise
 * cudaLaunchKernelExC(config, kernel, arguments); cudaLaunchKernelEx(config, kernel,
 * argument...) converts its arguments. Part of emu_device.hpp.
 */
#ifndef EMU_LAUNCH_KERNEL_HPP
#define EMU_LAUNCH_KERNEL_HPP

/* A launch as the config says, by the program at `site`; else its error. */
extern "C" cudaError_t emu_launch_config(const cudaLaunchConfig_t *config,
                                         const char *kernel, uintptr_t site,
                                         emu_config *to);

template <int... I> struct emu_indices {
};
/* emu_indices of 0 to n - 1. */
#ifdef __clang__ /* of an editor: emucc compiles with g++ */
template <class, int... I> using emu_indices_of = emu_indices<I...>;
#define EMU_INDICES(n) __make_integer_seq<emu_indices_of, int, n>
#else
#define EMU_INDICES(n) emu_indices<__integer_pack(n)...>
#endif
template <class... P, int... I>
cudaError_t emu_launch_kernel(void (*kernel)(P...), const char *name,
                              const emu_config &config, void **arguments,
                              emu_indices<I...>)
{
    cudaError_t before = cudaGetLastError();
    emu_launcher launch(config, name, "", [=](auto... a) {
        return [=]() __attribute__((no_sanitize("thread")))
        {
            kernel(a...);
        };
    });
    launch(*static_cast<P *>(arguments[I])...);
    cudaError_t error = cudaPeekAtLastError();
    if (!error && before)
        emu_api(before); /* it was for another launch */
    return error;
}

/* ---- A kernel by its address; emucc writes one after each kernel. */
inline struct emu_kernel *emu_kernels; /* of the program */
struct emu_kernel {
    emu_kernel *next;
    const void *address;
    const char *name;
    cudaError_t (*launch)(const emu_kernel &, const emu_config &, void **arguments);

    template <class... P> static void (*typed(const void *kernel))(P...)
    {
        return reinterpret_cast<void (*)(P...)>(const_cast<void *>(kernel));
    }
    template <class... P>
    emu_kernel(void (*kernel)(P...), const char *called)
        : next(emu_kernels), address(reinterpret_cast<const void *>(kernel)),
          name(called),
          launch([](const emu_kernel &k, const emu_config &config, void **arguments) {
              return emu_launch_kernel(typed<P...>(k.address), k.name, config,
                                       arguments, EMU_INDICES(sizeof...(P))());
          })
    {
        emu_kernels = this;
    }
};

EMU_INLINE const emu_kernel *emu_kernel_at(const void *address)
{
    const emu_kernel *k = emu_kernels;
    while (k && k->address != address)
        k = k->next;
    return k;
}
#define EMU_LAUNCH_FUNCTION(function, cooperative)                                     \
    template <class... P>                                                              \
    EMU_HERE cudaError_t function(void (*kernel)(P...), dim3 grid, dim3 block,         \
                                  void **arguments, size_t shared = 0,                 \
                                  cudaStream_t stream = nullptr)                       \
    {                                                                                  \
        const emu_kernel *k = emu_kernel_at(reinterpret_cast<const void *>(kernel));   \
        return emu_launch_kernel(                                                      \
            kernel, k ? k->name : "a kernel",                                          \
            emu_config{grid, block, shared, stream, cooperative, emu_place()},         \
            arguments, EMU_INDICES(sizeof...(P))());                                   \
    }                                                                                  \
    EMU_HERE cudaError_t function(const void *kernel, dim3 grid, dim3 block,           \
                                  void **arguments, size_t shared = 0,                 \
                                  cudaStream_t stream = nullptr)                       \
    {                                                                                  \
        const emu_kernel *k = emu_kernel_at(kernel);                                   \
        if (!k)                                                                        \
            return emu_api(cudaErrorInvalidDeviceFunction);                            \
        return k->launch(                                                              \
            *k, emu_config{grid, block, shared, stream, cooperative, emu_place()},     \
            arguments);                                                                \
    }
EMU_LAUNCH_FUNCTION(cudaLaunchKernel, 0)
EMU_LAUNCH_FUNCTION(cudaLaunchCooperativeKernel, 1)
#undef EMU_LAUNCH_FUNCTION

template <class T> EMU_INLINE const char *emu_name_of(T *kernel)
{
    const emu_kernel *k = emu_kernel_at(reinterpret_cast<const void *>(kernel));
    return k ? k->name : "a kernel";
}
template <class... P>
EMU_HERE cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                         void (*kernel)(P...), void **arguments)
{
    emu_config c;
    if (!kernel)
        return emu_api(cudaErrorInvalidDeviceFunction);
    if (cudaError_t error =
            emu_launch_config(config, emu_name_of(kernel), emu_place(), &c))
        return error;
    return emu_launch_kernel(kernel, emu_name_of(kernel), c, arguments,
                             EMU_INDICES(sizeof...(P))());
}
EMU_HERE cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                         const void *kernel, void **arguments)
{
    const emu_kernel *k = emu_kernel_at(kernel);
    emu_config c;
    if (!k)
        return emu_api(cudaErrorInvalidDeviceFunction);
    if (cudaError_t error = emu_launch_config(config, k->name, emu_place(), &c))
        return error;
    return k->launch(*k, c, arguments);
}
template <class... P, class... A>
EMU_HERE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                        void (*kernel)(P...), A &&...a)
{
    const auto convert = [&](P... p) __attribute__((always_inline))
    {
        void *arguments[] = {nullptr, (void *)__builtin_addressof(p)...};
        return cudaLaunchKernelExC(config, kernel, arguments + 1);
    };
    return convert(static_cast<A &&>(a)...);
}

#endif
