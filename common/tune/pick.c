/* The kernel of the nearest winner; pick.h states the contract. */
#include "tune/pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda_check.h"
#include "rpc/rpc.h"
#include "tune/cache.h"
#include "tune/linked.h"

static operation_function *forced;

void pick_use(operation_function *fn)
{
    forced = fn;
}

/* The winners of earlier searches, read once per path; no rows where no file is named.
 */
static const struct cache *winners(const struct operation *of)
{
    static struct known {
        const char *path;
        struct cache *cache;
    } known[RPC_MOST];
    const char *path = rpc_tuned() ? rpc_tuned() : "";
    struct known *k = known;

    while (k->path && strcmp(k->path, path) != 0)
        k++;
    if (!k->path) {
        k->path = path;
        k->cache = calloc(1, sizeof *k->cache);
        if (!k->cache) {
            fprintf(stderr, "memory is exhausted\n");
            exit(2);
        }
        cache_read(k->cache, of, path);
    }
    return k->cache;
}

static operation_function *nearest(const struct call *c)
{
    const struct cache_row *row;
    struct cudaDeviceProp device;
    operation_function *fn = NULL;

    if (winners(c->of)->rows == 0)
        return linked_default(c->of);
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    row = cache_nearest(winners(c->of), device.name, c->size);
    if (row)
        fn = linked_kernel(&row->tile);
    return fn ? fn : linked_default(c->of);
}

static void pick_call(const struct call *c)
{
    operation_function *fn = forced ? forced : nearest(c);

    fn(c);
}

operation_function *operation_kernel(const struct operation *o)
{
    (void)o;
    return pick_call;
}
