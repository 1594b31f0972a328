/* The kernel of the nearest winner; linked.h states the contract. */
#include <string.h>

#include "device/cuda_check.h"
#include "rpc/rpc.h"
#include "tune/tune_cache.h"
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
    static const char *read[RPC_MOST];
    static struct cache known[RPC_MOST];
    const char *path = rpc_tuned() ? rpc_tuned() : "";
    int i = 0;

    while (read[i] && strcmp(read[i], path) != 0)
        i++;
    if (!read[i]) {
        read[i] = path;
        cache_read(&known[i], of, path);
    }
    return &known[i];
}

static operation_function *nearest(const struct call *c)
{
    const struct cache_row *row;
    struct cudaDeviceProp device;
    operation_function *fn = NULL;

    if (winners(c->of)->rows == 0)
        return linked_default();
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    row = cache_nearest(winners(c->of), device.name, c->size);
    if (row)
        fn = linked_kernel(&row->tile);
    return fn ? fn : linked_default();
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
