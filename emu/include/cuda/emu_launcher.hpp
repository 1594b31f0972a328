/*
 * kernel<<<grid, block, shared, stream>>>(arguments), as emucc writes it:
 *     emu_launcher(emu_configure(grid, block, shared, stream), "kernel", "arguments",
 *                  bind).of(emu_is<false>(), accepts, types)(arguments)
 * bind(arguments...) makes the closure that each thread calls. accepts and types only
 * have types: whether kernel(arguments) could be called, and what it takes.
 * emu_is<true> if template arguments are written behind the kernel's name. Part of
 * emu_device.hpp.
 */
#ifndef EMU_LAUNCHER_HPP
#define EMU_LAUNCHER_HPP

#include <type_traits>

template <class T> EMU_INLINE emu_argument emu_describe(T)
{
    return {0, 0, 0};
}
template <class T> EMU_INLINE emu_argument emu_describe(T *p)
{
    return {(uint64_t)p, sizeof(T), 0};
}
template <class T> EMU_INLINE emu_argument emu_describe(const T *p)
{
    return {(uint64_t)p, sizeof(T), 1};
}
EMU_INLINE emu_argument emu_describe(void *p)
{
    return {(uint64_t)p, 1, 0};
}
EMU_INLINE emu_argument emu_describe(const void *p)
{
    return {(uint64_t)p, 1, 1};
}
template <class R, class... P> EMU_INLINE emu_argument emu_describe(R (*)(P...))
{
    return {0, 0, 0};
}
template <class Body> __attribute__((no_sanitize("thread"))) void emu_run(void *closure)
{
    (*static_cast<const Body *>(closure))();
}
EMU_INLINE emu_config emu_configure(dim3 grid, dim3 block, size_t shared = 0,
                                    cudaStream_t stream = nullptr)
{
    return {grid, block, shared, stream};
}
/* ---- Arguments become what the kernel takes, as in any call: of NULL a pointer, of
   {1, 2} a struct. */
template <bool IS> struct emu_is {
};
template <class... P> struct emu_types {
};
template <class Any, class... P> emu_types<P...> emu_types_of(Any, void (*)(P...));
template <bool> struct emu_if {
};
template <> struct emu_if<true> {
    using type = void;
};

/* A launch of a kernel that takes P. */
template <class Launcher, class Accepts, bool LISTED, class... P>
struct emu_typed_launcher {
    const Launcher &launcher;
    __attribute__((always_inline)) void operator()(P... a) const
    {
        launcher(a...);
    }
    /* As they are: of a template, P may not be what the arguments would make of it; and
       where there are default arguments, some may be missing. */
    template <class... A,
              class = typename emu_if<(LISTED || sizeof...(A) < sizeof...(P)) &&
                                      std::is_invocable_v<Accepts, A...> &&
                                      (std::is_copy_constructible_v<A> && ...)>::type>
    __attribute__((always_inline)) void operator()(A... a) const
    {
        launcher(a...);
    }
};
template <class Bind> struct emu_launcher {
    emu_config config;
    const char *kernel, *arguments;
    Bind bind;
    emu_launcher(emu_config c, const char *k, const char *a, Bind b)
        : config(c), kernel(k), arguments(a), bind(b)
    {
    }
    template <class Accepts, bool LISTED, class... P>
    __attribute__((always_inline))
    emu_typed_launcher<emu_launcher, Accepts, LISTED, P...>
    typed(emu_types<P...>) const
    {
        return {*this};
    }
    template <bool LISTED, class Accepts, class Types>
    __attribute__((always_inline)) auto of(emu_is<LISTED>, Accepts, Types types) const
        -> decltype(typed<Accepts, LISTED>(types(0)))
    {
        return {*this};
    }
    /* A name of several kernels: only the arguments say which. */
    template <bool LISTED, class Accepts>
    __attribute__((always_inline)) const emu_launcher &of(emu_is<LISTED>, Accepts,
                                                          ...) const
    {
        return *this;
    }
    /* Inlined, so that the launch's line is known. */
    template <class... A> __attribute__((always_inline)) void operator()(A... a) const
    {
        auto body = bind(a...);
        emu_argument values[] = {{0, 0, 0}, emu_describe(a)...};
        emu_launch(&config, emu_run<decltype(body)>, &body, kernel, arguments,
                   values + 1, sizeof...(a));
    }
};

/* ---- cudaLaunchKernel(kernel, grid, block, arguments): arguments[i] is the address of
   argument i. Only a kernel with its type can be launched so. */
template <int... I> struct emu_indices {
};
template <class... P, int... I>
cudaError_t emu_launch_kernel(void (*kernel)(P...), const emu_config &config,
                              void **arguments, emu_indices<I...>)
{
    cudaError_t before = cudaGetLastError();
    emu_launcher launch(config, "a kernel", "", [=](auto... a) {
        return [=]() __attribute__((no_sanitize("thread")))
        {
            kernel(a...);
        };
    });
    launch(*static_cast<P *>(arguments[I])...);
    cudaError_t error = cudaPeekAtLastError();
    if (!error && before)
        emu_api(before); /* it was not this launch's */
    return error;
}
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                             void **arguments, size_t shared = 0,
                             cudaStream_t stream = nullptr)
{
    return emu_launch_kernel(kernel, emu_config{grid, block, shared, stream}, arguments,
                             emu_indices<__integer_pack(sizeof...(P))...>());
}
__attribute__((error("cudaLaunchKernel() of a kernel as void * is not supported by the "
                     "emulator: give the kernel itself, or write kernel<<<grid, "
                     "block>>>(...)"))) cudaError_t
cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                 size_t shared = 0, cudaStream_t stream = nullptr);

#endif
