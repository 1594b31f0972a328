/* The shape of a shared array, for messages: emucc puts one beside each (rewrite), and
   the emulator finds it by its name (shared.c). */
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

#endif
