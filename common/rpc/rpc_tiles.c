/* The kernels over there, as it is and for each tile; tune/linked.h and tiles.h state
   the contract. */
#include "rpc/rpc.h"
#include "check/time_limits.h"
#include "tune/linked.h"
#include "tune/tune_tiles.h"

static void default_there(const struct call *c)
{
    rpc_call(&(const struct tile){0}, c);
}

operation_function *linked_default(void)
{
    return default_there;
}

/* The kernel for the tile that was last asked for: a check looks for one, and calls it.
 */
static struct tile current;

static void current_there(const struct call *c)
{
    rpc_call(&current, c);
}

operation_function *linked_kernel(const struct tile *t)
{
    current = *t;
    return rpc_has("", t) ? current_there : NULL;
}

int tiles_ask(const struct tile *t)
{
    const struct rpc_request r = {
        .what = RPC_VALID, .tile = *t, .seconds = TIME_LIMIT_TILE_VALID};

    return (int)rpc_ask(&r, NULL, 0, NULL, 0,
                        TIME_LIMIT_TILE_VALID * WALL_PER_PROCESSOR + RPC_SPARE)
        .value;
}
