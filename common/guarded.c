/* Device arrays between guards; guarded.h states the contract. */
#include "guarded.h"

#include <stdlib.h>
#include <string.h>

#include "cuda_check.h"
#include "host_alloc.h"
#include "probe.h"
#include "matrix.h"

/* cudaMalloc aligns to 256 bytes; so do we, behind a guard. */
enum { ALIGNMENT = 256 / sizeof(float) };

struct guarded guarded_new(size_t n, size_t guard)
{
    struct guarded g = {.n = n};

    if (!probe_available())
        g.guard = (guard + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    CUDA_CHECK(cudaMalloc((void **)&g.base, (n + 2 * g.guard) * sizeof(float)));
    g.data = g.base + g.guard;
    if (g.guard) {
        float *poison = host_alloc(g.guard);
        const size_t bytes = g.guard * sizeof(float);

        matrix_poison(poison, g.guard);
        CUDA_CHECK(cudaMemcpy(g.base, poison, bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(g.data + n, poison, bytes, cudaMemcpyHostToDevice));
        free(poison);
    }
    return g;
}

void guarded_free(struct guarded *g)
{
    CUDA_CHECK(cudaFree(g->base));
    *g = (struct guarded){0};
}

void guarded_put(const struct guarded *g, const float *from)
{
    CUDA_CHECK(cudaMemcpy(g->data, from, g->n * sizeof(float), cudaMemcpyHostToDevice));
}

void guarded_get(const struct guarded *g, float *to)
{
    CUDA_CHECK(cudaMemcpy(to, g->data, g->n * sizeof(float), cudaMemcpyDeviceToHost));
}

size_t guarded_compare(const struct guarded *g, const float *with)
{
    enum { CHUNK = 1 << 16 };
    static float seen[CHUNK];

    for (size_t i = 0; i < g->n; i += CHUNK) {
        const size_t n = g->n - i < CHUNK ? g->n - i : CHUNK;

        CUDA_CHECK(
            cudaMemcpy(seen, g->data + i, n * sizeof *seen, cudaMemcpyDeviceToHost));
        if (memcmp(seen, with + i, n * sizeof *seen) == 0)
            continue;
        for (size_t j = 0; j < n; j++)
            if (memcmp(&seen[j], &with[i + j], sizeof *seen) != 0)
                return i + j;
    }
    return g->n;
}

long guarded_damage(const struct guarded *g)
{
    const size_t bytes = g->guard * sizeof(float);
    float *seen;
    long at = 0;

    if (!g->guard)
        return 0;
    seen = host_alloc(g->guard);
    CUDA_CHECK(cudaMemcpy(seen, g->data + g->n, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; !at && i < g->guard; i++)
        if (!matrix_is_poison(&seen[i]))
            at = (long)i + 1;
    CUDA_CHECK(cudaMemcpy(seen, g->base, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = g->guard; !at && i > 0; i--)
        if (!matrix_is_poison(&seen[i - 1]))
            at = (long)(i - 1) - (long)g->guard;
    free(seen);
    return at;
}
