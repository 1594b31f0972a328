/* What the peers by cuBLASLt share: a product whose algorithm is chosen once for its
   sizes. cuBLASLt stores matrices by columns: what it calls rows are our columns. */
#ifndef PEER_CUBLASLT_CUH
#define PEER_CUBLASLT_CUH

#include <cublasLt.h>

#include "peer/peer_cublas.cuh"

/* Bytes: what NVIDIA's cuBLAS documentation recommends for Hopper. */
static const size_t workspace_bytes = 32 << 20;

struct product {
    cublasLtHandle_t handle; /* NULL: nothing is created yet */
    void *workspace;
    cublasLtMatmulDesc_t of;
    cublasLtMatrixLayout_t left, right, result;
    cublasLtMatmulAlgo_t algorithm;
};

static void product_set(struct product *p, cublasLtMatmulDescAttributes_t attribute,
                        const void *value, size_t bytes)
{
    stop_on_error(cublasLtMatmulDescSetAttribute(p->of, attribute, value, bytes),
                  "cublasLtMatmulDescSetAttribute");
}

/* What is made once, by the first call: it is slow. Plain FP32 sums. */
static void product_create(struct product *p)
{
    stop_on_error(cublasLtCreate(&p->handle), "cublasLtCreate");
    if (cudaMalloc(&p->workspace, workspace_bytes) != cudaSuccess)
        stop("cudaMalloc", "no memory for a workspace");
    stop_on_error(cublasLtMatmulDescCreate(&p->of, CUBLAS_COMPUTE_32F, CUDA_R_32F),
                  "cublasLtMatmulDescCreate");
}

/* A matrix by columns. */
static void product_layout(cublasLtMatrixLayout_t *layout, cudaDataType type, int rows,
                           int cols, int ld)
{
    if (*layout)
        cublasLtMatrixLayoutDestroy(*layout);
    stop_on_error(cublasLtMatrixLayoutCreate(layout, type, rows, cols, ld),
                  "cublasLtMatrixLayoutCreate");
}

/* Take the fastest algorithm that the library expects, for these layouts. */
static void product_choose(struct product *p)
{
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;

    stop_on_error(cublasLtMatmulPreferenceCreate(&preference),
                  "cublasLtMatmulPreferenceCreate");
    stop_on_error(cublasLtMatmulPreferenceSetAttribute(
                      preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                      &workspace_bytes, sizeof workspace_bytes),
                  "cublasLtMatmulPreferenceSetAttribute");
    stop_on_error(cublasLtMatmulAlgoGetHeuristic(p->handle, p->of, p->left, p->right,
                                                 p->result, p->result, preference, 1,
                                                 &result, &found),
                  "cublasLtMatmulAlgoGetHeuristic");
    if (found == 0)
        stop("cublasLtMatmulAlgoGetHeuristic", "no algorithm has these sizes");
    p->algorithm = result.algo;
    cublasLtMatmulPreferenceDestroy(preference);
}

/* result = scale * left * right */
static void product_start(const struct product *p, float scale, const void *left,
                          const void *right, void *result)
{
    const float zero = 0;

    stop_on_error(cublasLtMatmul(p->handle, p->of, &scale, left, p->left, right,
                                 p->right, &zero, result, p->result, result, p->result,
                                 &p->algorithm, p->workspace, workspace_bytes, NULL),
                  "cublasLtMatmul");
}

#endif
