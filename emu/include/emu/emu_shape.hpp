/* The shape of a shared array, for messages: emucc puts one beside each (rewrite), and
   the emulator finds it by its name (shared.c). */
#ifndef EMU_SHAPE_HPP
#define EMU_SHAPE_HPP

#include "emu_launch.h"

template <typename T> struct emu_shape_of {
    static constexpr emu_shape value = {sizeof(T), 0, {}};
};

/* An array of N arrays: one more dimension, in front. */
template <typename T, size_t N> struct emu_shape_of<T[N]> {
    static constexpr emu_shape of_row = emu_shape_of<T>::value;
    static constexpr emu_shape value = {
        of_row.element, of_row.rank + 1, {N, of_row.extent[0], of_row.extent[1]}};
};

#endif
