/* Accesses to surfaces: where an element is, and whether it exists. The contract is in
   emu_fetch.h. */
#include "emu_fetch.h"

#include <stdio.h>

#include "fault.h"
#include "platform.h"
#include "running.h"
#include "texture.h"

static long nearest(long i, long n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* "byte 64 of row 3 of a surface of 16 x 8 elements of 4 bytes" */
static _Noreturn void outside(const struct image *s, int x, int y, int z, int n,
                              bool writes, uintptr_t pc)
{
    struct fault_record f = emu_fault_here(FAULT_OUT_OF_BOUNDS, pc);
    int at = snprintf(f.text, sizeof f.text, "byte %d", x);
    if (s->rank > 1)
        at += snprintf(f.text + at, sizeof f.text - at, " of row %d", y);
    if (s->rank > 2 || s->layered)
        at += snprintf(f.text + at, sizeof f.text - at, " of %s %d",
                       s->layered ? "layer" : "slice", z);
    at += snprintf(f.text + at, sizeof f.text - at, " of a surface of %zu", s->width);
    if (s->rank > 1)
        at += snprintf(f.text + at, sizeof f.text - at, " x %zu", s->height);
    if (s->rank > 2)
        at += snprintf(f.text + at, sizeof f.text - at, " x %zu", s->depth);
    at += snprintf(f.text + at, sizeof f.text - at, " elements of %u byte%s",
                   s->texel_bytes, s->texel_bytes == 1 ? "" : "s");
    if (s->layered)
        snprintf(f.text + at, sizeof f.text - at, " in %zu layers", s->depth);
    f.detail = DETAIL_SURFACE;
    f.size = (uint32_t)n;
    f.write = writes;
    emu_fault_abandon(emu_worker(), &f);
}

void *emu_surface_place(unsigned long long object, int dimensions, int x, int y, int z,
                        int n, int mode, int writes)
{
    const uintptr_t pc = EMU_CALLER();
    const struct image *s = &emu_texture_of_call(object, true, dimensions, pc)->image;
    const long row = (long)(s->width * s->texel_bytes), height = (long)s->height,
               depth = (long)s->depth;
    const bool exists =
        x >= 0 && (long)x + n <= row && y >= 0 && y < height && z >= 0 && z < depth;
    if (!exists && mode == cudaBoundaryModeTrap)
        outside(s, x, y, z, n, writes, pc);
    if (!exists && mode == cudaBoundaryModeZero)
        return NULL;
    const long at = x < 0 ? 0 : (long)x + n > row ? row - n : x;
    return s->start + (size_t)nearest(z, depth) * s->slice +
           (size_t)nearest(y, height) * s->pitch + at;
}
