/*
 * gemm_bias_relu() by cuBLASLt in one launch: its epilogue RELU_BIAS adds a vector and
 * applies relu before the product is stored. This is the ceiling of lab 11.
 *
 * cuBLASLt stores matrices by columns, so that it finds a transposed matrix in each
 * array: Y' = relu(W' X' + b), N x M. Its vector has an element per row of the result
 * (CUBLASLT_MATMUL_DESC_BIAS_POINTER in cublasLt.h), and the rows of Y' are our
 * columns.
 *
 * The arithmetic is plain FP32: CUBLAS_COMPUTE_32F never rounds the inputs to TF32.
 */
#include <cublasLt.h>
#include <stdio.h>
#include <stdlib.h>

#include "gemm_bias_relu.h"

/* Bytes: what NVIDIA's cuBLAS documentation recommends for Hopper. */
static const size_t workspace_bytes = 32 << 20;

struct layer {
    cublasLtHandle_t handle;
    void *workspace;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t w, x, y;
    cublasLtMatmulAlgo_t algorithm;
    int M, N, K;
};

static void stop(const char *call, const char *why)
{
    fprintf(stderr, "cuBLASLt: %s: %s\n", call, why);
    fprintf(stderr, "this is not your kernel: see that cuBLAS fits the GPU's driver\n");
    exit(2);
}

static void stop_on_error(cublasStatus_t status, const char *call)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        stop(call, cublasGetStatusString(status));
}

static void set_bias(struct layer *l, const float *b)
{
    stop_on_error(cublasLtMatmulDescSetAttribute(
                      l->product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &b, sizeof b),
                  "bias");
}

/* The fastest algorithm that the library expects, for these sizes and this b. */
static void choose(struct layer *l)
{
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;

    stop_on_error(cublasLtMatmulPreferenceCreate(&preference), "preference");
    stop_on_error(cublasLtMatmulPreferenceSetAttribute(
                      preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                      &workspace_bytes, sizeof workspace_bytes),
                  "workspace");
    stop_on_error(cublasLtMatmulAlgoGetHeuristic(l->handle, l->product, l->w, l->x,
                                                 l->y, l->y, preference, 1, &result,
                                                 &found),
                  "cublasLtMatmulAlgoGetHeuristic");
    if (found == 0)
        stop("cublasLtMatmulAlgoGetHeuristic", "no algorithm has this epilogue");
    l->algorithm = result.algo;
    cublasLtMatmulPreferenceDestroy(preference);
}

/* What is made once, by the first call: it is slow. */
static void create(struct layer *l)
{
    const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;

    stop_on_error(cublasLtCreate(&l->handle), "cublasLtCreate");
    if (cudaMalloc(&l->workspace, workspace_bytes) != cudaSuccess)
        stop("cudaMalloc", "no memory for a workspace");
    stop_on_error(cublasLtMatmulDescCreate(&l->product, CUBLAS_COMPUTE_32F, CUDA_R_32F),
                  "cublasLtMatmulDescCreate");
    stop_on_error(cublasLtMatmulDescSetAttribute(l->product,
                                                 CUBLASLT_MATMUL_DESC_EPILOGUE,
                                                 &epilogue, sizeof epilogue),
                  "epilogue");
}

/* A matrix by columns: what is row-major and cols x rows. */
static void set_layout(cublasLtMatrixLayout_t *layout, int rows, int cols)
{
    if (*layout)
        cublasLtMatrixLayoutDestroy(*layout);
    stop_on_error(cublasLtMatrixLayoutCreate(layout, CUDA_R_32F, rows, cols, rows),
                  "cublasLtMatrixLayoutCreate");
}

void gemm_bias_relu(int M, int N, int K, const float *X, const float *W, const float *b,
                    float *Y)
{
    static struct layer l;
    const float one = 1, zero = 0;

    if (!l.handle)
        create(&l);
    set_bias(&l, b);
    if (M != l.M || N != l.N || K != l.K) {
        set_layout(&l.w, N, K);
        set_layout(&l.x, K, M);
        set_layout(&l.y, N, M);
        choose(&l);
        l.M = M, l.N = N, l.K = K;
    }
    stop_on_error(cublasLtMatmul(l.handle, l.product, &one, W, l.w, X, l.x, &zero, Y,
                                 l.y, Y, l.y, &l.algorithm, l.workspace,
                                 workspace_bytes, NULL),
                  "cublasLtMatmul");
}
