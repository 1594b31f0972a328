/* The requests of one block over there: probe_trace() and its kin; rpc.h. */
#include <stdio.h>
#include <stdlib.h>

#include "device/host_alloc.h"
#include "probe.h"
#include "rpc/rpc.h"

void probe_trace(const struct probe_matrix *matrices, int n)
{
    struct rpc_matrix sent[OPERATION_ARRAYS] = {0};
    struct rpc_request r = {.what = RPC_TRACE};

    for (int i = 0; i < n && i < OPERATION_ARRAYS; i++, r.bytes += sizeof *sent) {
        const struct probe_matrix *const m = &matrices[i];

        snprintf(sent[i].name, sizeof sent[i].name, "%s", m->name);
        sent[i].start = (uintptr_t)m->start;
        sent[i].rows = m->rows;
        sent[i].cols = m->cols;
        sent[i].element = m->element;
    }
    rpc_ask(&r, sent, r.bytes, NULL, 0, RPC_SPARE);
}

void probe_trace_life(const uint32_t *block)
{
    struct rpc_request r = {.what = RPC_LIFE, .size = {-1}};

    for (int i = 0; block && i < 3; i++)
        r.size[i] = (int32_t)block[i];
    rpc_ask(&r, NULL, 0, NULL, 0, RPC_SPARE);
}

void probe_trace_write(FILE *out)
{
    struct rpc_request r = {.what = RPC_TRACED};
    char *text;

    r.bytes = (uint64_t)rpc_ask(&r, NULL, 0, NULL, 0, RPC_SPARE).value;
    text = host_bytes(r.bytes + 1);
    r.what = RPC_SAID;
    rpc_ask(&r, NULL, 0, text, r.bytes, RPC_SPARE);
    fwrite(text, 1, r.bytes, out);
    free(text);
}
