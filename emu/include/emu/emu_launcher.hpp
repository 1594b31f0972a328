/*
 * kernel<<<grid, block, shared, stream>>>(arguments), as emucc writes it:
 *     emu_launcher(emu_configure(grid, block, shared, stream), "kernel", "arguments",
 *                  bind).of(emu_is<false>(), accepts, types)(arguments)
 * bind(arguments...) makes the closure that each thread calls. Only the types of
 * accepts and types are used: can kernel(arguments) be called, and what are its
 * parameters? emu_is<true> if the kernel's name has template arguments. Part of
 * emu_device.hpp.
 */
#ifndef EMU_LAUNCHER_HPP
#define EMU_LAUNCHER_HPP

#include <type_traits>

template <class T> EMU_INLINE emu_argument emu_describe(const T &)
{
    return {0, 0, 0};
}
template <class T> EMU_INLINE emu_argument emu_describe(T *const &p)
{
    return {(uint64_t)p, sizeof(T), 0};
}
template <class T> EMU_INLINE emu_argument emu_describe(const T *const &p)
{
    return {(uint64_t)p, sizeof(T), 1};
}
EMU_INLINE emu_argument emu_describe(void *const &p)
{
    return {(uint64_t)p, 1, 0};
}
EMU_INLINE emu_argument emu_describe(const void *const &p)
{
    return {(uint64_t)p, 1, 1};
}
template <class R, class... P> EMU_INLINE emu_argument emu_describe(R (*const &)(P...))
{
    return {0, 0, 0};
}
template <class Body> __attribute__((no_sanitize("thread"))) void emu_run(void *closure)
{
    (*static_cast<const Body *>(closure))();
}
/* __launch_bounds__ and __maxnreg__, from where they are in the kernel to its body. */
EMU_INLINE void emu_launch_bounds(unsigned threads, unsigned blocks = 0, unsigned = 0)
{
    emu_note_bounds(threads, blocks, 0);
}
EMU_INLINE void emu_most_registers(unsigned registers)
{
    emu_note_bounds(0, 0, registers);
}
EMU_INLINE emu_config emu_configure(dim3 grid, dim3 block, size_t shared = 0,
                                    cudaStream_t stream = nullptr)
{
    return {grid, block, shared, stream};
}
/* ---- Arguments are converted to the kernel's parameters, as in any call: NULL to a
   pointer, {1, 2} to a struct. */
template <bool IS> struct emu_is {
};
template <class... P> struct emu_types {
    void (*kernel)(P...);
};
template <class Any, class... P> emu_types<P...> emu_types_of(Any, void (*)(P...));
template <bool> struct emu_if {
};
template <> struct emu_if<true> {
    using type = void;
};

/*
 * The kernel is called once per thread, but its arguments are constructed once per
 * launch: a GPU copies their bytes. C++ would call constructors and destructors in each
 * thread. The ABI passes such an argument as the address of an object that the caller
 * constructed (Itanium C++ ABI, 3.1.2.3). So a copy of the bytes suffices, and a
 * reference passes its address.
 */
template <class P>
constexpr bool emu_by_address =
    std::is_reference_v<P> || !std::is_trivially_copy_constructible_v<P> ||
    !std::is_trivially_destructible_v<P>;
template <class P, bool BY_ADDRESS = emu_by_address<P>> struct emu_passed {
    using type = P;
    P value;
    __attribute__((no_sanitize("thread"))) explicit emu_passed(const P &a) : value(a)
    {
    }
    P get()
    {
        return value;
    }
};
template <class P> struct emu_passed<P &, true> {
    using type = P &;
    P &value;
    explicit emu_passed(P &a) : value(a)
    {
    }
    P &get()
    {
        return value;
    }
};
template <class P> struct emu_passed<P, true> {
    using type = void *;
    alignas(P) char bytes[sizeof(P)];
    __attribute__((no_sanitize("thread"))) explicit emu_passed(const P &a)
    {
        __builtin_memcpy(bytes, (const void *)&a, sizeof bytes);
    }
    void *get()
    {
        return bytes;
    }
};

/* A launch of a kernel that takes P. */
template <class Launcher, class Accepts, bool LISTED, class... P>
struct emu_typed_launcher {
    const Launcher &launcher;
    void (*kernel)(P...);
    __attribute__((always_inline)) void operator()(P... a) const
    {
        if constexpr ((emu_by_address<P> || ...))
            launcher.call(kernel, a...);
        else
            launcher(a...);
    }
    /* The arguments without conversion: for a template, P may differ from the deduced
       types; with default arguments, some may be missing. */
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
    typed(emu_types<P...> types) const
    {
        return {*this, types.kernel};
    }
    template <bool LISTED, class Accepts, class Types>
    __attribute__((always_inline)) auto of(emu_is<LISTED>, Accepts, Types types) const
        -> decltype(typed<Accepts, LISTED>(types(0)))
    {
        return typed<Accepts, LISTED>(types(0));
    }
    /* A name of several kernels: the arguments select one. */
    template <bool LISTED, class Accepts>
    __attribute__((always_inline)) const emu_launcher &of(emu_is<LISTED>, Accepts,
                                                          ...) const
    {
        return *this;
    }
    /* Inlined, so that the launch's line is known. */
    template <class... A> __attribute__((always_inline)) void operator()(A... a) const
    {
        run(bind(a...), a...);
    }
    template <class... P>
    __attribute__((always_inline)) void call(void (*of)(P...),
                                             std::remove_reference_t<P> &...a) const
    {
        using address = void (*)(typename emu_passed<P>::type...);
        const auto direct = reinterpret_cast<address>(of);
        run(
            [&]() __attribute__((no_sanitize("thread"))) {
                direct(emu_passed<P>(a).get()...);
            },
            a...);
    }
    template <class Body, class... A>
    __attribute__((always_inline)) void run(Body body, const A &...a) const
    {
        emu_argument values[] = {{0, 0, 0}, emu_describe(a)...};
        emu_launch(&config, emu_run<decltype(body)>, &body, kernel, arguments,
                   values + 1, sizeof...(a));
    }
};

#endif
