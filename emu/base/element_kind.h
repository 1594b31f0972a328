/* What the emulator knows of each kind of element: one row per kind in element_kind.c.
 */
#ifndef EMU_ELEMENT_KIND_H
#define EMU_ELEMENT_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "emu_element.h"

struct element {
    int bits;

    /* As a factor: the values of n elements one after the other. NULL: it is none. */
    void (*decode)(const void *from, int n, float *to);
    uint32_t ignored; /* bits of an element that a product does not use */
    /* The kinds of sums that its products may have: a set of 1 << KIND. */
    unsigned mma_sums, wgmma_sums;
    unsigned others; /* kinds that the other factor may have besides: such a set, too */
    /* Constants of a GPU's profile: operations per SM and cycle; NULL: none has them.
       rate_bits: the constants are those of elements of so many bits, and an element of
       half as many bits has twice the rate; 0: of this kind. A GPU of a lower compute
       capability than `since`, 80 for 8.0, has no mma.sync of this kind; one of at
       least `converts`, if that is not 0, multiplies f16 in its place. */
    const char *mma_rate, *wgmma_rate;
    int rate_bits, since, converts;

    /* As a sum: its value; store a sum as a tensor core rounds it (saturates: a sum
       that is too large becomes the largest). NULL: it is none. */
    double (*read)(const void *from);
    void (*write)(void *to, double sum, bool saturates);
};

/* Cannot fail. */
const struct element *emu_element(enum emu_element_kind kind);

/* True if a product may have factors of these kinds. */
bool emu_element_multiplies(enum emu_element_kind a, enum emu_element_kind b);

/* Bytes of an element; elements of `kind` in the 32 bytes that one row of A, or one
   column of B, has in a matrix instruction of Hopper's. */
int emu_element_bytes(enum emu_element_kind kind);
int emu_element_k(enum emu_element_kind kind);

#endif
