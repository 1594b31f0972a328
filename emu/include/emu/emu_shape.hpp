/* The shape of a shared array, for messages: emucc puts one beside each (rewrite), and
   the emulator finds it by its name (shared.c). And the members of structs. */
#ifndef EMU_SHAPE_HPP
#define EMU_SHAPE_HPP

#include "emu_launch.h"

template <typename __T> struct emu_shape_of {
    static constexpr emu_shape value = {sizeof(__T), 0, {}};
};

/* An array of N arrays: one more dimension, in front. */
template <typename __T, size_t __N_> struct emu_shape_of<__T[__N_]> {
    static constexpr emu_shape __of_row = emu_shape_of<__T>::value;
    static constexpr emu_shape value = {
        __of_row.__element,
        __of_row.__rank + 1,
        {__N_, __of_row.__extent[0], __of_row.__extent[1]}};
};

/* The members of a struct, where emucc has noted them; of an array's elements. */
template <typename __T, typename = void> struct emu_members_of {
    static constexpr const emu_member *(*value)() = nullptr;
};
template <typename __T> struct emu_members_of<__T, decltype((void)&__T::emu_members)> {
    static constexpr const emu_member *(*value)() = &__T::emu_members;
};
template <typename __T, size_t __N_> struct emu_members_of<__T[__N_], void> {
    static constexpr const emu_member *(*value)() = emu_members_of<__T>::value;
};

/* Dynamic shared memory that is cast to a pointer to T. */
template <typename __T> EMU_INLINE void *emu_viewed(void *__p, const char *__name)
{
    if (emu_members_of<__T>::value)
        emu_shared_view(emu_members_of<__T>::value, sizeof(__T), __name);
    return __p;
}

#endif
