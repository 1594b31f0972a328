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

template <int... __I> struct emu_indices {
};
/* emu_indices of 0 to n - 1. */
#ifdef __clang__ /* of an editor: emucc compiles with g++ */
template <class, int... __I> using emu_indices_of = emu_indices<__I...>;
#define EMU_INDICES(n) __make_integer_seq<emu_indices_of, int, n>
#else
#define EMU_INDICES(n) emu_indices<__integer_pack(n)...>
#endif

template <class __T> EMU_INLINE emu_argument emu_describe(const __T &)
{
    return {0, 0, 0, nullptr, 0};
}
template <class __T> EMU_INLINE emu_argument emu_describe(__T *const &__p)
{
    return {(uint64_t)__p, sizeof(__T), 0, nullptr, 0};
}
template <class __T> EMU_INLINE emu_argument emu_describe(const __T *const &__p)
{
    return {(uint64_t)__p, sizeof(__T), 1, nullptr, 0};
}
EMU_INLINE emu_argument emu_describe(void *const &__p)
{
    return {(uint64_t)__p, 1, 0, nullptr, 0};
}
EMU_INLINE emu_argument emu_describe(const void *const &__p)
{
    return {(uint64_t)__p, 1, 1, nullptr, 0};
}
template <class __R, class... __P>
EMU_INLINE emu_argument emu_describe(__R (*const &)(__P...))
{
    return {0, 0, 0, nullptr, 0};
}
template <class __T> EMU_INLINE emu_argument emu_argument_of(const __T &__a)
{
    emu_argument __of = emu_describe(__a);
    __of.__at = (const void *)__builtin_addressof(__a);
    __of.__bytes = sizeof __a;
    return __of;
}
template <class __Body>
__attribute__((__no_sanitize__("thread"))) void emu_run(void *__closure)
{
    (*static_cast<const __Body *>(__closure))();
}
EMU_INLINE int emu_takes(unsigned __threads, unsigned = 0, unsigned = 0)
{
    return emu_enter_bounds(__threads);
}
/* __launch_bounds__ and __maxnreg__, from where they are in the kernel to its body. */
EMU_INLINE void emu_launch_bounds(unsigned __threads, unsigned __blocks = 0,
                                  unsigned = 0)
{
    emu_note_bounds(__threads, __blocks, 0);
}
EMU_INLINE void emu_most_registers(unsigned __registers)
{
    emu_note_bounds(0, 0, __registers);
}
EMU_INLINE emu_config emu_configure(dim3 __grid, dim3 __block, size_t __shared = 0,
                                    cudaStream_t stream = nullptr)
{
    return {__grid, __block, __shared, stream};
}
/* ---- Arguments are converted to the kernel's parameters, as in any call: NULL to a
   pointer, {1, 2} to a struct. */
template <bool __IS> struct emu_is {
};
template <class... __P> struct emu_types {
    void (*__kernel)(__P...);
};
/* Of a name of several functions, a pack alone would be deduced as empty: one of them
   may take no argument. */
template <class __Any, class __P, class... __More>
emu_types<__P, __More...> emu_types_of(__Any, void (*)(__P, __More...));
template <class __Any, class __P, class... __More>
emu_types<__P, __More...> emu_types_of_none(__Any, void (*)(__P, __More...));
template <class __Any> emu_types<> emu_types_of_none(__Any, void (*)());
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
template <class __P>
constexpr bool emu_by_address =
    std::is_reference_v<__P> || !std::is_trivially_copy_constructible_v<__P> ||
    !std::is_trivially_destructible_v<__P>;
template <class __P, bool __BY_ADDRESS = emu_by_address<__P>> struct emu_passed {
    using type = __P;
    __P value;
    __attribute__((__no_sanitize__("thread"))) explicit emu_passed(const __P &__a)
        : value(__a)
    {
    }
    __P __get()
    {
        return value;
    }
};
template <class __P> struct emu_passed<__P &, true> {
    using type = __P &;
    __P &value;
    explicit emu_passed(__P &__a) : value(__a)
    {
    }
    __P &__get()
    {
        return value;
    }
};
template <class __P> struct emu_passed<__P, true> {
    using type = void *;
    alignas(__P) char bytes[sizeof(__P)];
    __attribute__((__no_sanitize__("thread"))) explicit emu_passed(const __P &__a)
    {
        __builtin_memcpy(bytes, (const void *)&__a, sizeof bytes);
    }
    void *__get()
    {
        return bytes;
    }
};

/* All arguments of a launch, and a call with them. Each thread passes its own copy. */
template <int __I, class __P> struct emu_passed_at {
    emu_passed<__P> value;
};
template <class __Indices, class... __P> struct emu_call;
template <int... __I, class... __P>
struct emu_call<emu_indices<__I...>, __P...> : emu_passed_at<__I, __P>... {
    void (*__kernel)(typename emu_passed<__P>::type...);
    __attribute__((__no_sanitize__("thread"))) explicit emu_call(
        void (*__of)(__P...), std::remove_reference_t<__P> &...__a)
        : emu_passed_at<__I, __P>{emu_passed<__P>(__a)}...,
          __kernel(reinterpret_cast<decltype(__kernel)>(__of))
    {
    }
    __attribute__((__no_sanitize__("thread"))) void operator()() const
    {
        __kernel(
            emu_passed<__P>(static_cast<const emu_passed_at<__I, __P> &>(*this).value)
                .__get()...);
    }
};

/* A launch of a kernel that takes P. */
template <class __Launcher, class __Accepts, bool __LISTED, class... __P>
struct emu_typed_launcher {
    const __Launcher &__launcher;
    void (*__kernel)(__P...);
    __attribute__((__always_inline__)) void operator()(__P... __a) const
    {
        if constexpr ((emu_by_address<__P> || ...))
            __launcher.__call(__kernel, __a...);
        else
            __launcher(__a...);
    }
    /* The arguments without conversion: for a template, P may differ from the deduced
       types; with default arguments, some may be missing. */
    template <class... __A,
              class = typename emu_if<(__LISTED || sizeof...(__A) < sizeof...(__P)) &&
                                      std::is_invocable_v<__Accepts, __A...> &&
                                      (std::is_copy_constructible_v<__A> && ...)>::type>
    __attribute__((__always_inline__)) void operator()(__A... __a) const
    {
        if constexpr (__converts<__A...>())
            __launcher.__run(__launcher.__bind(__a...), static_cast<__P>(__a)...);
        else
            __launcher(__a...);
    }
    /* True if what a graph keeps of the arguments can be the parameters. */
    template <class... __A> static constexpr bool __converts()
    {
        if constexpr (sizeof...(__A) == sizeof...(__P))
            return ((std::is_convertible_v<__A, __P> && !emu_by_address<__P>)&&...);
        else
            return false;
    }
};
template <class __Bind> struct emu_launcher {
    emu_config __config;
    const char *__kernel, *__arguments;
    __Bind __bind;
    emu_launcher(emu_config __c, const char *__k, const char *__a, __Bind __b)
        : __config(__c), __kernel(__k), __arguments(__a), __bind(__b)
    {
    }
    template <class __Accepts, bool __LISTED, class... __P>
    __attribute__((__always_inline__))
    emu_typed_launcher<emu_launcher, __Accepts, __LISTED, __P...>
    __typed(emu_types<__P...> __types) const
    {
        return {*this, __types.__kernel};
    }
    template <bool __LISTED, class __Accepts, class __Types>
    __attribute__((__always_inline__)) auto __of(emu_is<__LISTED>, __Accepts,
                                                 __Types __types) const
        -> decltype(__typed<__Accepts, __LISTED>(__types(0)))
    {
        return __typed<__Accepts, __LISTED>(__types(0));
    }
    /* A name of several kernels: the arguments select one. */
    template <bool __LISTED, class __Accepts>
    __attribute__((__always_inline__)) const emu_launcher &__of(emu_is<__LISTED>,
                                                                __Accepts, ...) const
    {
        return *this;
    }
    /* Inlined, so that the launch's line is known. */
    template <class... __A>
    __attribute__((__always_inline__)) void operator()(__A... __a) const
    {
        __run(__bind(__a...), __a...);
    }
    template <class... __P>
    __attribute__((__always_inline__)) void
    __call(void (*__of)(__P...), std::remove_reference_t<__P> &...__a) const
    {
        __run(emu_call<EMU_INDICES(sizeof...(__P)), __P...>(__of, __a...), __a...);
    }
    template <class __Body, class... __A>
    __attribute__((__always_inline__)) void __run(__Body __body,
                                                  const __A &...__a) const
    {
        emu_argument __values[] = {{0, 0, 0, nullptr, 0}, emu_argument_of(__a)...};
        emu_launch(&__config, emu_run<decltype(__body)>, &__body, sizeof __body,
                   __kernel, __arguments, __values + 1, sizeof...(__a));
    }
};

#endif
