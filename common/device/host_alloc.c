/* Host memory that is there, or the program ends; see host_alloc.h. */
#include "device/host_alloc.h"

#include <stdio.h>
#include <stdlib.h>

static void *bytes_or_exit(size_t n, size_t size)
{
    void *p = malloc(n * size);

    if (!p) {
        fprintf(stderr, "out of memory: cannot get %zu MiB on the host\n",
                n * size >> 20);
        exit(2);
    }
    return p;
}

float *host_alloc(size_t n)
{
    return bytes_or_exit(n, sizeof(float));
}

double *host_alloc_double(size_t n)
{
    return bytes_or_exit(n, sizeof(double));
}

void *host_bytes(size_t n)
{
    return bytes_or_exit(n, 1);
}
