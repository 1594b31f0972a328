/*
 * The kinds of elements that matrix instructions multiply and add: kind, PTX's name,
 * bits. What the emulator knows of each is a row of base/element_kind.c.
 */
#ifndef EMU_ELEMENT_H
#define EMU_ELEMENT_H

#define EMU_ELEMENTS(E)                                                                \
    E(EMU_F16, f16, 16)                                                                \
    E(EMU_BF16, bf16, 16)                                                              \
    E(EMU_TF32, tf32, 32) /* the lower 13 bits are ignored */                          \
    E(EMU_S8, s8, 8)                                                                   \
    E(EMU_E4M3, e4m3, 8) /* 8-bit floats: of exponent, of fraction */                  \
    E(EMU_E5M2, e5m2, 8)                                                               \
    E(EMU_U8, u8, 8)                                                                   \
    E(EMU_F64, f64, 64)                                                                \
    E(EMU_F32, f32, 32)                                                                \
    E(EMU_S32, s32, 32)

#define EMU_ELEMENT_KIND(kind, name, bits) kind,
enum emu_element_kind { EMU_ELEMENTS(EMU_ELEMENT_KIND) EMU_ELEMENT_KINDS };
#undef EMU_ELEMENT_KIND

#endif
