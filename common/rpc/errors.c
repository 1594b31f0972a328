/* The last error of the device over there, by name; rpc.h states the contract. */
#include <cuda_runtime.h>
#include <stdio.h>

#include "rpc/rpc.h"

static char name[RPC_NAME], text[RPC_TEXT];

void rpc_error(const char *error, const char *says)
{
    snprintf(name, sizeof name, "%.*s", RPC_NAME - 1, error);
    snprintf(text, sizeof text, "%.*s", RPC_TEXT - 1, says);
    rpc_clean(name, sizeof name);
    rpc_clean(text, sizeof text);
}

const char *cudaGetErrorName(cudaError_t error)
{
    return error == cudaSuccess ? "cudaSuccess" : name;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaSuccess ? "no error" : text;
}
