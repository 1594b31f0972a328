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
extern "C" cudaError_t emu_launch_config(const cudaLaunchConfig_t *__config,
                                         const char *__kernel, uintptr_t __site,
                                         emu_config *__to);

template <class... __P, int... __I>
cudaError_t emu_launch_kernel(void (*__kernel)(__P...), const char *name,
                              const emu_config &__config, void **__arguments,
                              emu_indices<__I...>)
{
    cudaError_t __before = cudaGetLastError();
    emu_launcher __launch(__config, name, "", [=](auto... __a) {
        return [=]() __attribute__((__no_sanitize__("thread")))
        {
            __kernel(__a...);
        };
    });
    __launch(*static_cast<__P *>(__arguments[__I])...);
    cudaError_t __error = cudaPeekAtLastError();
    if (!__error && __before)
        emu_api(__before); /* it was for another launch */
    return __error;
}

/* ---- A kernel by its address; emucc writes one after each kernel. */
inline emu_kernel *emu_kernels; /* of the program; also read by graph/graph_kernel.c */

/* NULL: it is not registered. */
inline const emu_kernel *emu_kernel_at(const void *__address)
{
    const emu_kernel *__k = emu_kernels;
    while (__k && __k->__address != __address)
        __k = __k->__next;
    return __k;
}

struct emu_known_kernel : emu_kernel {
    template <class... __P> static void (*__typed(const void *__kernel))(__P...)
    {
        return reinterpret_cast<void (*)(__P...)>(const_cast<void *>(__kernel));
    }
    template <class... __P>
    emu_known_kernel(void (*__kernel)(__P...), const char *__called)
        : emu_kernel{emu_kernels, reinterpret_cast<const void *>(__kernel), __called,
                     [](const emu_kernel *__k, const emu_config *__config,
                        void **__arguments) -> int {
                         return emu_launch_kernel(__typed<__P...>(__k->__address),
                                                  __k->name, *__config, __arguments,
                                                  EMU_INDICES(sizeof...(__P))());
                     }}
    {
        emu_kernels = this;
    }
};
/* In a program with kernel nodes of graphs: a launch makes its kernel known, and so
   does its address, which may also be that of something else. */
template <class... __P>
void *emu_kernel_pointer(void (*__kernel)(__P...), const char *name)
{
    void *__address = reinterpret_cast<void *>(__kernel);
    if (!emu_kernel_at(__address))
        new emu_known_kernel(__kernel, name); /* until the program ends */
    return __address;
}
template <class... __P>
emu_types<__P...> emu_learn(emu_types<__P...> __types, const char *name)
{
    emu_kernel_pointer(__types.__kernel, name);
    return __types;
}

#define EMU_LAUNCH_FUNCTION(function, cooperative)                                     \
    template <class... __P>                                                            \
    EMU_HERE cudaError_t function(void (*__kernel)(__P...), dim3 __grid, dim3 __block, \
                                  void **__arguments, size_t __shared = 0,             \
                                  cudaStream_t stream = nullptr)                       \
    {                                                                                  \
        const emu_kernel *__k =                                                        \
            emu_kernel_at(reinterpret_cast<const void *>(__kernel));                   \
        return emu_launch_kernel(                                                      \
            __kernel, __k ? __k->name : "a kernel",                                    \
            emu_config{__grid, __block, __shared, stream, cooperative, emu_place()},   \
            __arguments, EMU_INDICES(sizeof...(__P))());                               \
    }                                                                                  \
    EMU_HERE cudaError_t function(const void *__kernel, dim3 __grid, dim3 __block,     \
                                  void **__arguments, size_t __shared = 0,             \
                                  cudaStream_t stream = nullptr)                       \
    {                                                                                  \
        const emu_kernel *__k = emu_kernel_at(__kernel);                               \
        if (!__k)                                                                      \
            return emu_api(cudaErrorInvalidDeviceFunction);                            \
        const emu_config __config{__grid, __block,     __shared,                       \
                                  stream, cooperative, emu_place()};                   \
        return (cudaError_t)__k->__launch(__k, &__config, __arguments);                \
    }
EMU_LAUNCH_FUNCTION(cudaLaunchKernel, 0)
EMU_LAUNCH_FUNCTION(cudaLaunchCooperativeKernel, 1)
#undef EMU_LAUNCH_FUNCTION

template <class __T> EMU_INLINE const char *emu_name_of(__T *__kernel)
{
    const emu_kernel *__k = emu_kernel_at(reinterpret_cast<const void *>(__kernel));
    return __k ? __k->name : "a kernel";
}
template <class... __P>
EMU_HERE cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *__config,
                                         void (*__kernel)(__P...), void **__arguments)
{
    emu_config __c;
    if (!__kernel)
        return emu_api(cudaErrorInvalidDeviceFunction);
    if (cudaError_t __error =
            emu_launch_config(__config, emu_name_of(__kernel), emu_place(), &__c))
        return __error;
    return emu_launch_kernel(__kernel, emu_name_of(__kernel), __c, __arguments,
                             EMU_INDICES(sizeof...(__P))());
}
EMU_HERE cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *__config,
                                         const void *__kernel, void **__arguments)
{
    const emu_kernel *__k = emu_kernel_at(__kernel);
    emu_config __c;
    if (!__k)
        return emu_api(cudaErrorInvalidDeviceFunction);
    if (cudaError_t __error = emu_launch_config(__config, __k->name, emu_place(), &__c))
        return __error;
    return (cudaError_t)__k->__launch(__k, &__c, __arguments);
}
template <class... __P, class... __A>
EMU_HERE cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *__config,
                                        void (*__kernel)(__P...), __A &&...__a)
{
    const auto __convert = [&](__P... __p) __attribute__((__always_inline__))
    {
        void *__arguments[] = {nullptr, (void *)__builtin_addressof(__p)...};
        return cudaLaunchKernelExC(__config, __kernel, __arguments + 1);
    };
    return __convert(static_cast<__A &&>(__a)...);
}

#endif
