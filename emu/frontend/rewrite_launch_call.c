/*
 * Launches by the runtime API, which pass a kernel as void *. The emulator needs the
 * kernel's type. If the call contains the kernel, its cast is removed. Else the address
 * is looked up among all kernels that are not templates:
 *
 *   cudaLaunchKernel((void *)k, ...)   ->  cudaLaunchKernel(k, ...)
 *   cudaLaunchKernelExC(&c, (void *)k, ...)  ->  cudaLaunchKernelExC(&c, k, ...)
 *   __global__ void k(int) {...}       ->  __global__ void k(int) {...}
 *                                          static emu_known_kernel emu_kernel_9(k,
 * "k");
 *
 * Likewise the kernels of a graph's nodes; of a template, where its address is taken,
 * and where it is launched (rewrite_launch.c):
 *
 *   node.func = (void *)k<int>;        ->  node.func = emu_kernel_pointer(k<int>, "k");
 */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

static bool is_launch_call(size_t i)
{
    return token_is(i + 1, "(") && (token_is(i, "cudaLaunchKernel") ||
                                    token_is(i, "cudaLaunchCooperativeKernel") ||
                                    token_is(i, "cudaLaunchKernelExC"));
}

/* The first token of the argument that is the kernel: of cudaLaunchKernelExC() the
   second one. */
static size_t kernel_argument(size_t i)
{
    size_t k = i + 2;
    if (!token_is(i, "cudaLaunchKernelExC"))
        return k;
    while (k < token_count() && !token_is(k, ","))
        k = strchr("([{", *token_at(k)->start) ? token_partner(k, 1) + 1 : k + 1;
    return k + 1;
}

static void leave_out(size_t from, size_t to)
{
    for (size_t k = from; k < to; k++)
        token_at(k)->instead = text_format("");
}

/* The token after `void *` or `const void *` at i; i if there is no such type. */
static size_t behind_pointer(size_t i)
{
    size_t k = i + token_is(i, "const");
    return token_is(k, "void") && token_is(k + 1, "*") ? k + 2 : i;
}

/* True if token i is a call that passes a kernel as a node of a graph. */
static bool is_node_call(size_t i)
{
    static const char *const calls[] = {
        "cudaGraphAddKernelNode",           "cudaGraphKernelNodeSetParams",
        "cudaGraphExecKernelNodeSetParams", "cudaGraphAddNode",
        "cudaGraphNodeSetParams",           "cudaGraphExecNodeSetParams"};
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        if (token_is(i, calls[c]))
            return true;
    return false;
}

bool rewrite_has_kernel_nodes(void)
{
    static int found = -1;
    if (found < 0) {
        found = 0;
        for (size_t i = 0; i < token_count() && !found; i++)
            found = token_at(i)->user && is_node_call(i);
    }
    return found;
}

/* True if a kernel has the name of token i. */
static bool names_kernel(size_t i)
{
    for (size_t k = 0; k < token_count(); k++) {
        if (!token_is(k, "__global__"))
            continue;
        while (k < token_count() && !token_is(k, "{") && !token_is(k, ";"))
            if (rewrite_same_text(k++, i) && token_is(k, "("))
                return true;
    }
    return false;
}

/* At token i: (void *)k<int>, of a template, in a program with kernel nodes. */
static void rewrite_pointer(size_t i)
{
    const size_t close = token_is(i, "(") ? behind_pointer(i + 1) : i;
    if (close <= i + 1 || !token_is(close, ")") || !token_is_name(close + 1) ||
        !token_is(close + 2, "<") || !rewrite_has_kernel_nodes() ||
        !names_kernel(close + 1))
        return;
    char *name = token_text(close + 1, close + 2);
    leave_out(i, close + 1);
    token_insert(i, "emu_kernel_pointer(");
    char *end = text_format(", \"%s\")", name);
    token_insert_first(rewrite_behind_arguments(close + 2), end);
    free(name);
}

void rewrite_launch_call(size_t i)
{
    rewrite_pointer(i);
    if (!is_launch_call(i))
        return;
    const size_t first = kernel_argument(i);
    const size_t plain = behind_pointer(first + 1), angles = behind_pointer(first + 2);
    if (token_is(first, "(") && plain > first + 1 && token_is(plain, ")")) {
        leave_out(first, plain + 1);
    } else if ((token_is(first, "reinterpret_cast") ||
                token_is(first, "static_cast")) &&
               angles > first + 2 && token_is(angles, ">")) {
        leave_out(first, angles + 1); /* (kernel) is left */
    }
}

/* True if the program has such a call, or one of cudaLaunchKernelEx(), whose messages
   name the kernel. */
static bool has_launch_calls(void)
{
    static int found = -1;
    if (found < 0) {
        found = 0;
        for (size_t i = 0; i < token_count() && !found; i++)
            found = token_at(i)->user && (is_launch_call(i) || is_node_call(i) ||
                                          token_is(i, "cudaLaunchKernelEx") ||
                                          token_is(i, "cudaGetFuncBySymbol"));
    }
    return found;
}

/* The name of the function whose body begins at token `open`: before its parameters. */
static size_t name_before(size_t open)
{
    size_t k = open - 1;
    while (k > 0 && !token_is(k, ")"))
        k--;
    return token_partner(k, -1) - 1;
}

void rewrite_register_kernel(size_t qualifier, size_t open)
{
    size_t k = qualifier;
    if (!has_launch_calls())
        return;
    while (k > 0 && !token_is(k - 1, ";") && !token_is(k - 1, "}") &&
           !token_is(k - 1, "{"))
        if (token_is(--k, "template") || token_is(k, ">"))
            return;
    const size_t name = name_before(open);
    char *text = token_text(name, name + 1);
    if (rewrite_is_overloaded(name))
        return;
    token_insert_first(
        token_partner(open, 1) + 1,
        text_format(" static emu_known_kernel emu_kernel_%zu(%s, \"%s\");", open, text,
                    text));
}
