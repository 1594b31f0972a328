/* The requests of one block, as text; serve.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"
#include "runner/serve.h"

/* The trace keeps pointers to the names. */
void serve_trace(const struct job *job)
{
    enum { MOST = OPERATION_ARRAYS };
    static struct rpc_matrix kept[MOST];
    struct probe_matrix matrix[MOST];
    const int n = (int)(job->request.bytes / sizeof *kept);

    memcpy(kept, job->data, (n < MOST ? n : MOST) * sizeof *kept);
    for (int i = 0; i < n && i < MOST; i++)
        matrix[i] = (struct probe_matrix){kept[i].name, serve_pointer(kept[i].start),
                                          kept[i].rows, kept[i].cols, kept[i].element};
    probe_trace(matrix, n < MOST ? n : MOST);
}

void serve_life(const struct rpc_request *r)
{
    const uint32_t block[] = {(uint32_t)r->size[0], (uint32_t)r->size[1],
                              (uint32_t)r->size[2]};

    probe_trace_life(r->size[0] < 0 ? NULL : block);
}

/* What was traced, as text, until the next time. */
static struct {
    char *text;
    size_t bytes;
} traced;

int64_t serve_traced(void)
{
    FILE *out;

    free(traced.text);
    out = open_memstream(&traced.text, &traced.bytes);
    if (!out)
        return 0;
    probe_trace_write(out);
    return fclose(out) == 0 ? (int64_t)traced.bytes : 0;
}

void serve_said(const struct job *job)
{
    if (job->request.bytes <= traced.bytes)
        memcpy(job->data, traced.text, job->request.bytes);
}
