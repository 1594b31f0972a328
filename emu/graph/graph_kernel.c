/* Kernel nodes of graphs: a launch whose arguments are copied. graph.h has the
   contract. The generated code has a closure, which calls the kernel with its
   arguments, and is copied byte by byte, as a GPU copies arguments. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "runtime_launch.h"

enum { CLOSURE_ALIGNMENT = 256 }; /* more than that of a tensor map, 64 */

/* ---- Kernels by their addresses. */

/* Of the program, if it has kernels that it launches by their addresses. */
extern struct emu_kernel *emu_kernels __attribute__((weak));

static const struct emu_kernel *kernel_at(const void *address)
{
    const struct emu_kernel *k = &emu_kernels ? emu_kernels : NULL;
    while (k && k->__address != address)
        k = k->__next;
    return k;
}

/* ---- Launches that are kept. */

void emu_launch_drop(struct kept_launch *l)
{
    free(l->closure);
    free(l->values);
    free(l->parameters);
    free(l->bytes);
    *l = (struct kept_launch){0};
}

/* Where argument i is among the bytes of all: its offset. */
static size_t offset_of(const struct emu_argument *values, int i)
{
    size_t offset = 0;
    for (int k = 0; k < i; k++)
        offset += (values[k].__bytes + 15) / 16 * 16;
    return offset;
}

void emu_launch_keep(struct kept_launch *to, const struct kept_launch *from)
{
    const size_t n = (size_t)from->n_values;
    const size_t room = (from->closure_bytes + CLOSURE_ALIGNMENT) / CLOSURE_ALIGNMENT;
    *to = *from;
    to->closure = aligned_alloc(CLOSURE_ALIGNMENT, room * CLOSURE_ALIGNMENT);
    if (!to->closure)
        to->closure = emu_graph_room(SIZE_MAX / 2, 1); /* which ends the program */
    memcpy(to->closure, from->closure, from->closure_bytes);
    to->values = emu_graph_room(n, sizeof *to->values);
    to->parameters = emu_graph_room(n, sizeof *to->parameters);
    to->bytes = emu_graph_room(offset_of(from->values, from->n_values), 1);
    for (int i = 0; i < from->n_values; i++) {
        to->values[i] = from->values[i];
        to->values[i].__at = to->parameters[i] = to->bytes + offset_of(from->values, i);
        memcpy(to->parameters[i], from->values[i].__at, from->values[i].__bytes);
    }
}

static struct kept_launch *wanted; /* the next launch is kept there, and does not run */

cudaError_t emu_launch_of(const struct cudaKernelNodeParams *params, uintptr_t site,
                          struct kept_launch *l)
{
    const struct emu_kernel *k = params ? kernel_at(params->func) : NULL;
    if (!params || !params->func)
        return emu_api(cudaErrorInvalidValue);
    if (!k)
        return emu_refuse(site, cudaErrorInvalidDeviceFunction,
                          "let func be the kernel: (void *)kernel, or of a template "
                          "(void *)kernel<int>",
                          "a kernel node has a func that is no known kernel");
    if (params->extra)
        return emu_refuse(site, cudaErrorNotSupported,
                          "use kernelParams, the addresses of the arguments",
                          "a node of %s has its arguments in extra, which the emulator "
                          "does not support",
                          k->name);
    const struct emu_config config = {.__grid = params->gridDim,
                                      .__block = params->blockDim,
                                      .__shared = params->sharedMemBytes,
                                      .__site = site};
    wanted = l;
    const int error = k->__launch(k, &config, params->kernelParams);
    wanted = NULL;
    l->function = (uintptr_t)params->func;
    return (cudaError_t)error;
}

bool emu_graph_takes_launch(const struct kept_launch *l, uintptr_t site)
{
    struct emu_node *node;
    cudaError_t error;
    if (wanted)
        emu_launch_keep(wanted, l);
    if (wanted)
        return true;
    if (!emu_capture_takes(l->config.stream, cudaGraphNodeTypeKernel, l->kernel, site,
                           &node, &error))
        return false;
    if (node)
        emu_launch_keep(&node->launch, l);
    return true;
}
