/* The texture and surface objects that exist; texture.h has the contract. */
#include "texture.h"

#include <stdio.h>
#include <stdlib.h>

#include "emu_fetch.h"
#include "fault.h"

/* Object i has the handle i + 1. NULL: it was destroyed. */
static struct texture **objects;
static size_t n_objects;

int emu_texel_channels(const struct cudaChannelFormatDesc *desc)
{
    return desc->w ? 4 : desc->z ? 3 : desc->y ? 2 : desc->x ? 1 : 0;
}

uint32_t emu_texel_bytes(const struct cudaChannelFormatDesc *desc)
{
    const int n = emu_texel_channels(desc),
              bits[] = {desc->x, desc->y, desc->z, desc->w};
    const bool is_float = desc->f == cudaChannelFormatKindFloat;
    if ((unsigned)desc->f > cudaChannelFormatKindFloat || n == 0 || n == 3 ||
        (bits[0] != 8 && bits[0] != 16 && bits[0] != 32) || (is_float && bits[0] == 8))
        return 0;
    for (int i = 1; i < n; i++)
        if (bits[i] != bits[0])
            return 0;
    return bits[0] / 8 * n;
}

unsigned long long emu_texture_add(const struct texture *t)
{
    struct texture **larger = realloc(objects, (n_objects + 1) * sizeof *larger);
    struct texture *copy = malloc(sizeof *copy);
    if (larger)
        objects = larger;
    if (!larger || !copy) {
        free(copy);
        return 0;
    }
    *copy = *t;
    objects[n_objects++] = copy;
    return n_objects;
}

const struct texture *emu_texture_find(unsigned long long object, bool surface)
{
    const struct texture *t =
        object - 1 < n_objects ? objects[(size_t)object - 1] : NULL;
    return t && t->surface == surface ? t : NULL;
}

void emu_texture_drop(unsigned long long object)
{
    free(objects[object - 1]);
    objects[object - 1] = NULL;
}

void emu_texture_forget(void)
{
    for (size_t i = 0; i < n_objects; i++) {
        free(objects[i]);
        objects[i] = NULL;
    }
}

/* A call with fewer dimensions is right if the others are 1. */
static bool fits(const struct image *image, int dimensions)
{
    const bool layered = dimensions >= EMU_LAYERED;
    const int rank = dimensions % EMU_LAYERED;
    return layered == image->layered && (rank > 1 || image->height == 1) &&
           (rank > 2 || layered || image->depth == 1);
}

const struct texture *emu_texture_of_call(unsigned long long object, bool surface,
                                          int dimensions, uintptr_t pc)
{
    const struct texture *t = emu_texture_find(object, surface);
    const char *kind = surface ? "surface" : "texture";
    char text[160];
    if (t && fits(&t->image, dimensions))
        return t;
    if (!t)
        snprintf(text, sizeof text, "uses a %s object that does not exist", kind);
    else
        snprintf(text, sizeof text,
                 "accesses a %s of %s%zu x %zu x %zu elements by a function for %s%d "
                 "dimension%s",
                 kind, t->image.layered ? "layers, " : "", t->image.width,
                 t->image.height, t->image.depth,
                 dimensions >= EMU_LAYERED ? "layers of " : "",
                 dimensions % EMU_LAYERED, dimensions % EMU_LAYERED == 1 ? "" : "s");
    emu_stop_at(text, pc);
}
