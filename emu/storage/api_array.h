/* The arrays that exist (api_array.c), and their texels, for the files of the API. */
#ifndef EMU_API_ARRAY_H
#define EMU_API_ARRAY_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "texture.h"

/* True if the array was made and not freed. */
bool emu_array_known(cudaArray_const_t array);
/* Refuse a call, since it has an array that does not exist. */
cudaError_t emu_no_array(const char *call, uintptr_t site);
void emu_arrays_forget(void); /* all memory was freed */

/* api_resource.c: the texels of a resource of `call`. Prints what is wrong. */
cudaError_t emu_image_of(struct image *image, const struct cudaResourceDesc *r,
                         const char *call, uintptr_t site);

/* api_array_copy.c: the address of a place in an array, x in bytes, from which rows of
   `width` bytes, `height` rows and `depth` slices exist; else NULL, and *error. `call`
   and `site` are the call's. */
char *emu_array_place(cudaArray_const_t array, struct cudaPos at, size_t width,
                      size_t height, size_t depth, const char *call, uintptr_t site,
                      cudaError_t *error);

#endif
