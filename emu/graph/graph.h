/*
 * Graphs of the runtime API. A graph has nodes, each with the nodes that it waits for.
 * A graph that can be launched (an exec) is a copy of a graph, whose nodes are also
 * known by the nodes that they were copied from.
 *
 *   graph.c          graphs, nodes and edges
 *   graph_list.c     reading them
 *   graph_nodes.c    what is in a node, by its type
 *   graph_calls.c    the calls that add and change nodes
 *   graph_kernel.c   kernel nodes: arguments are copied
 *   graph_exec.c     making an exec, and changing it
 *   graph_launch.c   running it
 *   graph_capture.c  streams whose work becomes nodes
 *   graph_order.c    which calls a capture forbids, and events in it
 *   graph_print.c    a graph as text
 */
#ifndef EMU_GRAPH_H
#define EMU_GRAPH_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api.h"
#include "emu_launch.h"
#include "streams.h"

/* A launch with its own copies of the arguments. */
struct kept_launch {
    struct emu_config config;
    void (*run)(void *);
    void *closure; /* aligned to CLOSURE_ALIGNMENT */
    size_t closure_bytes;
    const char *kernel, *arguments; /* text */
    struct emu_argument *values;    /* __at is in `bytes` */
    void **parameters;              /* the address of each value */
    char *bytes;                    /* of the values */
    int n_values;
    uintptr_t function; /* the kernel's address; 0: it is not known */
};

/* A copy, or with `from` NULL a fill. */
struct kept_copy {
    const char *name; /* of the function, with () */
    struct cudaMemcpy3DParms copy;
    struct cudaMemsetParams fill;
};

struct emu_node {
    enum cudaGraphNodeType type;
    struct emu_graph *graph;
    struct emu_node **before; /* the nodes that it waits for */
    size_t n_before;
    const struct emu_node *original; /* that it was copied from; NULL: none */
    uintptr_t site;                  /* the call that made it */
    bool disabled;
    struct kept_launch launch;
    struct kept_copy copy;
    struct cudaHostNodeParams host;
    struct emu_graph *child; /* owned */
    cudaEvent_t event;
    /* While it is launched: graph_launch.c */
    struct clock ended;
    int stream;
    bool started, continued;
};

struct emu_graph {
    struct emu_node **nodes; /* in the order of their creation */
    size_t n;
    bool owned; /* a node's child graph, or an exec's: the program cannot destroy it */
};

struct emu_exec {
    struct emu_graph *graph;
    unsigned long long flags;
};

/* graph.c: true if the program has this graph or node. */
bool emu_graph_known(const struct emu_graph *g);
bool emu_node_known(const struct emu_node *node);
struct emu_graph *emu_graph_make(bool owned);
void emu_graph_free(struct emu_graph *g);
/* A copy, whose nodes have their originals. */
struct emu_graph *emu_graph_copy(const struct emu_graph *g, bool owned);
/* A new node that waits for these nodes, of the same graph; NULL if they are not. */
struct emu_node *emu_node_make(struct emu_graph *g, enum cudaGraphNodeType type,
                               const cudaGraphNode_t *before, size_t n, uintptr_t site);
void emu_node_drop(struct emu_node *node);
/* The index of a node in its graph. */
size_t emu_node_index(const struct emu_node *node);
/* An order in which each node is after those that it waits for; false: there is none.
   order has room for all nodes. */
bool emu_graph_sort(const struct emu_graph *g, struct emu_node **order);
/* Memory for n elements, zeroed; n may be 0. The program ends if there is none. */
void *emu_graph_room(size_t n, size_t bytes);

/* graph_nodes.c: make the contents of a node those of another one, which has the same
   type. */
void emu_node_set(struct emu_node *to, const struct emu_node *from);
/* Free its contents. */
void emu_node_clear(struct emu_node *node);
/* A copy of bytes in a row. */
struct cudaMemcpy3DParms emu_copy_row(void *to, const void *from, size_t bytes,
                                      enum cudaMemcpyKind kind);

/* graph_kernel.c: keep the arguments of a launch; free them; copy them. */
void emu_launch_keep(struct kept_launch *to, const struct kept_launch *from);
void emu_launch_drop(struct kept_launch *l);
/* Fill *l by the parameters of a kernel node, called at `site`. */
cudaError_t emu_launch_of(const struct cudaKernelNodeParams *params, uintptr_t site,
                          struct kept_launch *l);
/* runtime_launch.c asks before it runs a launch: true if it became a node, or had an
   error, and must not run. l->values' own bytes are copied. */
bool emu_graph_takes_launch(const struct kept_launch *l, uintptr_t site);

/* graph_exec.c: an exec's node; NULL if there is none. */
struct emu_node *emu_exec_node(const struct emu_exec *exec,
                               const struct emu_node *original);
bool emu_exec_known(const struct emu_exec *exec);

/* graph_launch.c: while the node of a graph runs, the number of its stream (streams.h);
   else -1. */
int emu_graph_stream(void);

/* graph_order.c: a stream that is captured. What would run in it becomes a node. */
bool emu_captures(cudaStream_t stream);
/* True if a call that works in the stream must not run, and *error is what it returns:
   the stream is captured, and a node of this type was made (*node, for the caller to
   fill, else NULL); or it is the legacy stream, which would wait for a capture. */
bool emu_capture_takes(cudaStream_t stream, enum cudaGraphNodeType type,
                       const char *call, uintptr_t site, struct emu_node **node,
                       cudaError_t *error);
/* The same for copies and fills: true if *error is what the call returns. */
bool emu_capture_takes_copy(const struct copy *c, cudaError_t *error);

/* ---- Calls that a capture forbids: cudaSuccess, or the error, after which the capture
   is invalid. */
enum forbidden {
    FORBIDS_UNSAFE, /* unless the thread or the capture allows it: cudaMalloc() */
    FORBIDS_ALL     /* waits for the device */
};
cudaError_t emu_capture_forbids(enum forbidden what, const char *call, uintptr_t site);
/* A call that waits for the stream. */
cudaError_t emu_capture_forbids_wait(cudaStream_t stream, const char *call,
                                     uintptr_t site);
/* A call of the stream that can be in no graph; `error` is what it returns then. */
cudaError_t emu_capture_forbids_work(cudaStream_t stream, const char *call,
                                     cudaError_t error, const char *remedy,
                                     uintptr_t site);
/* The stream is destroyed, or a launch in it is wrong: its capture becomes invalid. */
void emu_capture_spoil(cudaStream_t stream);

/* Events of a capture. The capture's number, and the nodes that the event waits for. */
struct captured_event {
    unsigned long long capture; /* 0: it was not recorded in one */
    struct emu_node **nodes;
    size_t n;
};
/* cudaEventRecord(): true if *error is its result. *e is set. */
bool emu_capture_records(cudaStream_t stream, struct captured_event *e, uintptr_t site,
                         cudaError_t *error);
/* cudaStreamWaitEvent(): true if *error is its result. */
bool emu_capture_waits(cudaStream_t stream, const struct captured_event *e,
                       uintptr_t site, cudaError_t *error);
/* A wait of the host for the event, or a question: cudaSuccess, or the error. */
cudaError_t emu_capture_forbids_event(const struct captured_event *e, const char *call,
                                      uintptr_t site);

/* api_copy.c: do a copy, or fill its bytes with elements of a value. */

/* api_event.c: of event nodes. */
bool emu_event_known(cudaEvent_t event);
void emu_event_record_in(cudaEvent_t event, int stream);
void emu_event_wait_in(cudaEvent_t event, int stream);

#endif
