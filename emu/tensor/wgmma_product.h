/* The products of wgmma: wgmma.c says when they are made, wgmma_product.c makes them.
 */
#ifndef EMU_WGMMA_PRODUCT_H
#define EMU_WGMMA_PRODUCT_H

#include "event.h"

enum {
    ROWS = 16 /* of a warp */,
    MOST_N = 256,
    MOST_K = 32 /* of elements of one byte */
};

/* The accumulators of a warp that products in flight add to. */
struct wgmma_sums {
    int in_flight;  /* products */
    uint64_t block; /* that they are of: struct wgmma_warp */
    uintptr_t pc;   /* of the first product */
    int n, registers;
    uint32_t products; /* that each sums up, with those in flight */
    enum emu_element_kind kind;
    void *at[WARP_SIZE][MOST_N / 2];
    struct {
        uintptr_t start;
        size_t bytes;
    } span[WARP_SIZE]; /* from the first of these addresses to the end of the last */
    float sum[ROWS][MOST_N];
};

struct wgmma_product {
    struct emu_wgmma_shape shape;
    uint64_t a, b;
    bool adds, from_registers, computed;
    uint32_t group;
    uintptr_t pc;
    struct wgmma_sums *sums;
    float row[ROWS][MOST_K]; /* of A in registers */
};

/* The values of the accumulators in the lanes' registers: sums in a register; take them
   from there; put them there; put NaNs there. */
int emu_wgmma_elements(const struct wgmma_sums *s);
void emu_wgmma_read(struct wgmma_sums *s);
void emu_wgmma_write(struct wgmma_sums *s);
void emu_wgmma_poison(const struct wgmma_sums *s);

/* Add the product to its sums: the part of this warp. Reads the operands now. */
void emu_wgmma_multiply(struct wgmma_product *c, uint32_t warp);

#endif
