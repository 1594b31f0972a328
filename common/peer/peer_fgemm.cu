/*
 * fgemm() by cuBLASLt. Its sums are promoted: CUBLASLT_MATMUL_DESC_FAST_ACCUM is off.
 *
 * cuBLASLt stores matrices by columns, so that it finds a transposed matrix in each
 * array: C' = scale B A', N x M. It wants sizes that are multiples of 16.
 */
#include <cublasLt.h>
#include <stdio.h>
#include <stdlib.h>

#include "fgemm.h"

/* Bytes: what NVIDIA's cuBLAS documentation recommends for Hopper. */
static const size_t workspace_bytes = 32 << 20;

struct product {
    cublasLtHandle_t handle;
    void *workspace;
    cublasLtMatmulDesc_t of;
    cublasLtMatrixLayout_t a, b, c;
    cublasLtMatmulAlgo_t algorithm;
    int size[6]; /* for which it was chosen */
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

/* What is made once, by the first call: it is slow. */
static void create(struct product *p)
{
    const cublasOperation_t transposed = CUBLAS_OP_T;

    stop_on_error(cublasLtCreate(&p->handle), "cublasLtCreate");
    if (cudaMalloc(&p->workspace, workspace_bytes) != cudaSuccess)
        stop("cudaMalloc", "no memory for a workspace");
    stop_on_error(cublasLtMatmulDescCreate(&p->of, CUBLAS_COMPUTE_32F, CUDA_R_32F),
                  "cublasLtMatmulDescCreate");
    stop_on_error(cublasLtMatmulDescSetAttribute(p->of, CUBLASLT_MATMUL_DESC_TRANSA,
                                                 &transposed, sizeof transposed),
                  "transposed");
}

/* A matrix by columns: what is row-major and cols x rows. */
static void set_layout(cublasLtMatrixLayout_t *layout, cudaDataType type, int rows,
                       int cols, int ld)
{
    if (*layout)
        cublasLtMatrixLayoutDestroy(*layout);
    stop_on_error(cublasLtMatrixLayoutCreate(layout, type, rows, cols, ld),
                  "cublasLtMatrixLayoutCreate");
}

/* The fastest algorithm that the library expects, for these sizes. */
static void choose(struct product *p)
{
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;

    stop_on_error(cublasLtMatmulPreferenceCreate(&preference), "preference");
    stop_on_error(cublasLtMatmulPreferenceSetAttribute(
                      preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                      &workspace_bytes, sizeof workspace_bytes),
                  "workspace");
    stop_on_error(cublasLtMatmulAlgoGetHeuristic(p->handle, p->of, p->b, p->a, p->c,
                                                 p->c, preference, 1, &result, &found),
                  "cublasLtMatmulAlgoGetHeuristic");
    if (found == 0)
        stop("cublasLtMatmulAlgoGetHeuristic", "no algorithm has these sizes");
    p->algorithm = result.algo;
    cublasLtMatmulPreferenceDestroy(preference);
}

void fgemm(int M, int N, int K, float scale, const __nv_fp8_e4m3 *A, int lda,
           const __nv_fp8_e4m3 *B, int ldb, __nv_bfloat16 *C, int ldc)
{
    static struct product p;
    const int size[6] = {M, N, K, lda, ldb, ldc};
    const float zero = 0;
    bool same = p.handle != NULL;

    if (!p.handle)
        create(&p);
    for (int i = 0; i < 6; i++) {
        same = same && p.size[i] == size[i];
        p.size[i] = size[i];
    }
    if (!same) {
        set_layout(&p.b, CUDA_R_8F_E4M3, K, N, ldb);
        set_layout(&p.a, CUDA_R_8F_E4M3, K, M, lda);
        set_layout(&p.c, CUDA_R_16BF, N, M, ldc);
        choose(&p);
    }
    stop_on_error(cublasLtMatmul(p.handle, p.of, &scale, B, p.b, A, p.a, &zero, C, p.c,
                                 C, p.c, &p.algorithm, p.workspace, workspace_bytes,
                                 NULL),
                  "cublasLtMatmul");
}
