/*
 * attention() by cuDNN, through NVIDIA's cudnn_frontend.h: one kernel of Hopper's
 * instructions on an H100. It is made where nvcc finds both headers.
 */
#include <cudnn_frontend.h>

#include "attention.h"

namespace fe = cudnn_frontend;

enum { UID_Q = 1, UID_K, UID_V, UID_O };

static void stop_unless(bool good, const char *call, const char *why)
{
    if (good)
        return;
    fprintf(stderr, "cuDNN: %s: %s\n", call, why);
    fprintf(stderr, "this is not your kernel: see that cuDNN fits the GPU's driver\n");
    exit(2);
}

static void stop_on_error(fe::error_t error, const char *call)
{
    stop_unless(error.is_good(), call, error.get_message().c_str());
}

/* The graph of one attention(), for its sizes. */
static std::shared_ptr<fe::graph::Graph> graph_of(cudnnHandle_t handle, int64_t heads,
                                                  int64_t N, int64_t d, float scale,
                                                  bool causal)
{
    auto graph = std::make_shared<fe::graph::Graph>();
    auto tensor = [&](int uid) {
        return graph->tensor(fe::graph::Tensor_attributes()
                                 .set_uid(uid)
                                 .set_dim({1, heads, N, d})
                                 .set_stride({heads * N * d, N * d, d, 1}));
    };
    auto how =
        fe::graph::SDPA_attributes().set_generate_stats(false).set_attn_scale(scale);

    graph->set_io_data_type(fe::DataType_t::BFLOAT16)
        .set_intermediate_data_type(fe::DataType_t::FLOAT)
        .set_compute_data_type(fe::DataType_t::FLOAT);
    if (causal)
        how.set_diagonal_alignment(fe::DiagonalAlignment_t::TOP_LEFT)
            .set_diagonal_band_right_bound(0);
    auto O = graph->sdpa(tensor(UID_Q), tensor(UID_K), tensor(UID_V), how)[0];
    O->set_output(true)
        .set_uid(UID_O)
        .set_dim({1, heads, N, d})
        .set_stride({heads * N * d, N * d, d, 1});
    stop_on_error(graph->build(handle, {fe::HeurMode_t::A}), "build");
    return graph;
}

void attention(int heads, int N, int d, float scale, int causal, const __nv_bfloat16 *Q,
               const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    static cudnnHandle_t handle; /* made by the first call, used by all: it is slow */
    static std::shared_ptr<fe::graph::Graph> graph; /* likewise, of the last sizes */
    static std::vector<float> of;
    static void *room; /* likewise, what the graph needs beside its tensors */
    const std::vector<float> sizes = {(float)heads, (float)N, (float)d, scale,
                                      (float)causal};
    std::unordered_map<int64_t, void *> tensors = {
        {UID_Q, (void *)Q}, {UID_K, (void *)K}, {UID_V, (void *)V}, {UID_O, O}};

    if (!handle) {
        cudnnStatus_t status = cudnnCreate(&handle);

        stop_unless(status == CUDNN_STATUS_SUCCESS, "cudnnCreate",
                    cudnnGetErrorString(status));
    }
    if (of != sizes) {
        int64_t bytes = 0;

        graph = graph_of(handle, heads, N, d, scale, causal);
        stop_on_error(graph->get_workspace_size(bytes), "get_workspace_size");
        cudaFree(room);
        room = NULL;
        stop_unless(!bytes || cudaMalloc(&room, (size_t)bytes) == cudaSuccess,
                    "cudaMalloc", "no memory for its own work");
        of = sizes;
    }
    stop_on_error(graph->execute(handle, tensors, room), "execute");
}
