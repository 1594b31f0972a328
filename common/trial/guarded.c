/* Device arrays between guards; guarded.h states the contract. */
#include "trial/guarded.h"

#include <stdlib.h>
#include <string.h>

#include "device/cuda_check.h"
#include "device/host_alloc.h"
#include "probe.h"

/* cudaMalloc aligns to 256 bytes; so do we, behind a guard. */
enum { ALIGNMENT = 256 };

static size_t bytes_of(const struct guarded *g, size_t n)
{
    return n * element_bytes(g->type);
}

struct guarded guarded_new(enum element type, size_t n, size_t guard)
{
    const size_t per_unit = ALIGNMENT / element_bytes(type);
    struct guarded g = {.type = type, .n = n};

    if (!probe_available())
        g.guard = (guard + per_unit - 1) / per_unit * per_unit;
    CUDA_CHECK(cudaMalloc((void **)&g.base, bytes_of(&g, n + 2 * g.guard)));
    g.data = g.base + bytes_of(&g, g.guard);
    if (g.guard) {
        const size_t bytes = bytes_of(&g, g.guard);
        void *poison = host_bytes(bytes);

        element_poison(type, poison, g.guard);
        CUDA_CHECK(cudaMemcpy(g.base, poison, bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(g.data + bytes_of(&g, n), poison, bytes,
                              cudaMemcpyHostToDevice));
        free(poison);
    }
    return g;
}

void guarded_free(struct guarded *g)
{
    CUDA_CHECK(cudaFree(g->base));
    *g = (struct guarded){0};
}

const void *guarded_at(const struct guarded *g, size_t i)
{
    return g->data + bytes_of(g, i);
}

void guarded_put(const struct guarded *g, const void *from)
{
    CUDA_CHECK(cudaMemcpy(g->data, from, bytes_of(g, g->n), cudaMemcpyHostToDevice));
}

void guarded_get(const struct guarded *g, void *to)
{
    CUDA_CHECK(cudaMemcpy(to, g->data, bytes_of(g, g->n), cudaMemcpyDeviceToHost));
}

size_t guarded_compare(const struct guarded *g, const void *with)
{
    enum { CHUNK = 1 << 18 }; /* bytes: a multiple of every element's */
    static char seen[CHUNK];
    const size_t each = element_bytes(g->type), all = bytes_of(g, g->n);
    const char *host = with;

    for (size_t i = 0; i < all; i += CHUNK) {
        const size_t n = all - i < CHUNK ? all - i : CHUNK;

        CUDA_CHECK(cudaMemcpy(seen, g->data + i, n, cudaMemcpyDeviceToHost));
        if (memcmp(seen, host + i, n) == 0)
            continue;
        for (size_t j = 0; j < n; j += each)
            if (memcmp(seen + j, host + i + j, each) != 0)
                return (i + j) / each;
    }
    return g->n;
}

long guarded_damage(const struct guarded *g)
{
    const size_t bytes = bytes_of(g, g->guard);
    void *seen;
    long at = 0;

    if (!g->guard)
        return 0;
    seen = host_bytes(bytes);
    CUDA_CHECK(
        cudaMemcpy(seen, g->data + bytes_of(g, g->n), bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; !at && i < g->guard; i++)
        if (!element_is_poison(g->type, seen, i))
            at = (long)i + 1;
    CUDA_CHECK(cudaMemcpy(seen, g->base, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = g->guard; !at && i > 0; i--)
        if (!element_is_poison(g->type, seen, i - 1))
            at = (long)(i - 1) - (long)g->guard;
    free(seen);
    return at;
}
