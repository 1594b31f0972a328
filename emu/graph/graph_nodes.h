/* What nodes of graphs do, by their types. */
#ifndef EMU_GRAPH_NODES_H
#define EMU_GRAPH_NODES_H

#include "graph.h"

/*
 * The parameters of a call at `site` become the type and the contents of *wanted, which
 * is no node of a graph, and zeroed. Returns the error that the call must return; then
 * *wanted has no contents. A kernel's are freed with emu_launch_drop(); a child graph
 * remains the program's.
 */
cudaError_t emu_read_kernel(struct emu_node *wanted,
                            const struct cudaKernelNodeParams *p, uintptr_t site);
cudaError_t emu_read_copy(struct emu_node *wanted, const char *name,
                          const struct cudaMemcpy3DParms *p, uintptr_t site);
cudaError_t emu_read_fill(struct emu_node *wanted, const struct cudaMemsetParams *p);
cudaError_t emu_read_host(struct emu_node *wanted, const struct cudaHostNodeParams *p);
cudaError_t emu_read_child(struct emu_node *wanted, cudaGraph_t child);
cudaError_t emu_read_event(struct emu_node *wanted, enum cudaGraphNodeType type,
                           cudaEvent_t event);
/* Of a node of any type. */
cudaError_t emu_read_any(struct emu_node *wanted, const struct cudaGraphNodeParams *p,
                         uintptr_t site);
/* The byte at this offset of the variable that a symbol names; NULL if it names none.
 */
char *emu_node_variable(const void *symbol, size_t offset);

#endif
