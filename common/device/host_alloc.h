/* Host memory that is there, or the program ends. */
#ifndef HOST_ALLOC_H
#define HOST_ALLOC_H

#include <stddef.h>

/* n floats, doubles or bytes, contents unset; exits with status 2 and one line on
   stderr if memory is short. Release with free(). */
float *host_alloc(size_t n);
double *host_alloc_double(size_t n);
void *host_bytes(size_t n);

#endif
