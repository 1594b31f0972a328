/* Captures of streams, for graph_capture.c, graph_order.c. */
#ifndef EMU_GRAPH_CAPTURE_H
#define EMU_GRAPH_CAPTURE_H

#include "graph.h"

struct capture {
    struct capture *next;
    unsigned long long id;
    struct emu_graph *graph;
    bool given; /* the graph is the program's: cudaStreamBeginCaptureToGraph() */
    enum cudaStreamCaptureMode mode;
    bool invalid;
    const void *thread; /* that began it: emu_capture_thread() */
    cudaStream_t origin;
};

/* A stream of a capture. */
struct member {
    struct member *next;
    cudaStream_t stream;
    struct capture *of;
    struct emu_node **nodes; /* its next node waits for these */
    size_t n;
    cudaGraphEdgeData *data; /* zeros, one for each */
};

struct capture *emu_capture_first(void);
struct capture *emu_capture_at(unsigned long long id); /* NULL: it has ended */
struct member *emu_member_of(cudaStream_t stream);     /* NULL: it is not captured */
struct member *emu_member_make(cudaStream_t stream, struct capture *of);
/* The member's next node waits for these, too, or for these alone. */
void emu_member_join(struct member *m, struct emu_node *const *nodes, size_t n);
void emu_member_set(struct member *m, struct emu_node *const *nodes, size_t n);

/* A value of its own for each host thread. */
const void *emu_capture_thread(void);
enum cudaStreamCaptureMode emu_capture_thread_mode(void);

/* If the stream is the legacy one, and a capture has a stream that it waits for: the
   error, after which these captures are invalid. Else cudaSuccess. */
cudaError_t emu_capture_forbids_legacy(cudaStream_t stream, const char *call,
                                       uintptr_t site);

#endif
