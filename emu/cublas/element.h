/* Elements of matrices and vectors. */
#ifndef EMU_CUBLAS_ELEMENT_H
#define EMU_CUBLAS_ELEMENT_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

#include <library_types.h>

/* S, D, C and Z are BLAS's letters; half, bfloat16 and integers follow. */
enum element {
    ELEMENT_S,
    ELEMENT_D,
    ELEMENT_C,
    ELEMENT_Z,
    ELEMENT_H,
    ELEMENT_BF,
    ELEMENT_I8,
    ELEMENT_I32,
    ELEMENT_NONE
};

/* Room for one element of any type, aligned. */
struct scalar {
    double part[2];
};

size_t emu_element_size(enum element type);
bool emu_element_complex(enum element type);
/* The type of a complex one's parts; else the type itself. */
enum element emu_element_part(enum element type);
/* NVIDIA's name of the type; ELEMENT_NONE for one that is not supported. */
enum element emu_element_of(cudaDataType type);

/* The i-th element, exactly. Store it, rounded to nearest; integers saturate. */
double complex emu_element_get(enum element type, const void *array, ptrdiff_t i);
void emu_element_put(enum element type, void *array, ptrdiff_t i, double complex value);

#endif
