/* Products of matrices of cuBLASLt, with their epilogues. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "gemm.h"
#include "lt.h"
#include "settings.h"

enum { RELU = 2, BIAS = 4, GELU = 32, AUX = 128 };

static bool is_supported(uint32_t epilogue)
{
    return epilogue == CUBLASLT_EPILOGUE_DEFAULT ||
           (!(epilogue & ~(uint32_t)(RELU | BIAS | GELU | AUX)) && epilogue &&
            (epilogue & (RELU | GELU)) != (RELU | GELU) &&
            (!(epilogue & AUX) || epilogue & GELU));
}

/* One product: the layouts of A, B, C and D are l[0] to l[3]. */
struct matmul {
    struct gemm gemm; /* to `sum`, without C */
    struct lt_product p;
    struct lt_layout l[4];
    enum element c, scale, bias, aux;
};

static const void *moved(const void *matrix, enum element type, int64_t stride, int i)
{
    return (const char *)matrix + stride * i * (int64_t)emu_element_size(type);
}

/* The approximation by tanh, as cuBLASLt computes it. */
static double gelu(double x)
{
    return 0.5 * x * (1 + tanh(sqrt(M_2_PI) * (x + 0.044715 * x * x * x)));
}

/* Check the types and sizes; false if the call is wrong. */
static bool prepare(struct call *c, struct matmul *m)
{
    struct gemm *g = &m->gemm;
    const struct lt_layout *a = &m->l[0], *b = &m->l[1], *in = &m->l[2],
                           *out = &m->l[3];
    *g = (struct gemm){.a = emu_element_of((cudaDataType)a->type),
                       .b = emu_element_of((cudaDataType)b->type),
                       .c = emu_element_of((cudaDataType)out->type),
                       .transa = m->p.transa,
                       .transb = m->p.transb,
                       .m = (int)out->rows,
                       .n = (int)out->columns,
                       .k = (int)(m->p.transa ? a->rows : a->columns),
                       .lda = (int)a->ld,
                       .ldb = (int)b->ld};
    m->c = g->c;
    m->scale = emu_gemm_scale(g, (cublasComputeType_t)m->p.compute);
    m->bias = m->p.bias_type < 0 ? m->c : emu_element_of((cudaDataType)m->p.bias_type);
    m->aux = m->p.aux_type < 0 ? m->c : emu_element_of((cudaDataType)m->p.aux_type);
    bool other = false;
    for (int i = 0; i < 4; i++)
        other |= m->l[i].order != CUBLASLT_ORDER_COL;
    for (int i = 0; i < 5; i++)
        other |= m->p.scaling[i] != NULL;
    if (!is_supported(m->p.epilogue))
        emu_call_refuse(c, CUBLAS_STATUS_NOT_SUPPORTED, "has epilogue %u",
                        m->p.epilogue);
    else if (m->scale == ELEMENT_NONE || in->type != out->type ||
             m->scale != emu_element_of((cudaDataType)m->p.scale) ||
             m->bias == ELEMENT_NONE || m->aux == ELEMENT_NONE)
        emu_call_refuse(c, CUBLAS_STATUS_NOT_SUPPORTED,
                        "has types that do not go together: A %d, B %d, C %d, D %d, "
                        "computed in %d, scaled by %d",
                        a->type, b->type, in->type, out->type, m->p.compute,
                        m->p.scale);
    else if (other || m->p.transc || m->p.pointers > CUBLASLT_POINTER_MODE_DEVICE)
        emu_call_refuse(c, CUBLAS_STATUS_NOT_SUPPORTED,
                        "has an order of rows, an operation on C, a vector of alpha, "
                        "or scales");
    else if ((m->p.transa ? a->columns : a->rows) != out->rows ||
             (m->p.transb ? b->rows : b->columns) != out->columns ||
             (m->p.transb ? b->columns : b->rows) != (uint64_t)g->k ||
             in->rows != out->rows || in->columns != out->columns)
        emu_call_refuse(c, CUBLAS_STATUS_INVALID_VALUE,
                        "has matrices whose sizes do not fit: A %llu x %llu, B %llu x "
                        "%llu, D %llu x %llu",
                        (unsigned long long)a->rows, (unsigned long long)a->columns,
                        (unsigned long long)b->rows, (unsigned long long)b->columns,
                        (unsigned long long)out->rows,
                        (unsigned long long)out->columns);
    emu_call_ld(c, "the leading dimension of A", (int)a->ld, (int)a->rows);
    emu_call_ld(c, "the leading dimension of B", (int)b->ld, (int)b->rows);
    emu_call_ld(c, "the leading dimension of C", (int)in->ld, (int)in->rows);
    return emu_call_ld(c, "the leading dimension of D", (int)out->ld, (int)out->rows);
}

static void operands(struct call *c, const struct matmul *m, int i, const void *A,
                     const void *B, double complex beta, const void *C, void *D)
{
    const struct gemm *g = &m->gemm;
    const struct lt_layout *l = m->l;
    emu_call_matrix(c, READS, "A", moved(A, g->a, l[0].stride, i), g->a, (int)l[0].rows,
                    (int)l[0].columns, g->lda);
    emu_call_matrix(c, READS, "B", moved(B, g->b, l[1].stride, i), g->b, (int)l[1].rows,
                    (int)l[1].columns, g->ldb);
    if (beta != 0)
        emu_call_matrix(c, READS, "C", moved(C, m->c, l[2].stride, i), m->c, g->m, g->n,
                        (int)l[2].ld);
    if (m->p.epilogue & BIAS)
        emu_call_vector(c, READS, "the bias",
                        moved(m->p.bias, m->bias, m->p.bias_stride, i), m->bias, g->m,
                        1);
    if (m->p.epilogue & AUX)
        emu_call_matrix(c, STORES, "the auxiliary matrix",
                        moved(m->p.aux, m->aux, m->p.aux_stride, i), m->aux, g->m, g->n,
                        (int)m->p.aux_ld);
    emu_call_matrix(c, STORES, "D", moved(D, m->c, l[3].stride, i), m->c, g->m, g->n,
                    (int)l[3].ld);
}

/* D from the sums of products, which have the type `wide`. */
static void finish(const struct matmul *m, int index, enum element wide,
                   const void *sum, double complex alpha, double complex beta,
                   const void *C, void *D)
{
    const int rows = m->gemm.m;
    const void *bias = moved(m->p.bias, m->bias, m->p.bias_stride, index);
    void *aux = (void *)moved(m->p.aux, m->aux, m->p.aux_stride, index);
    for (ptrdiff_t j = 0; j < m->gemm.n; j++)
        for (ptrdiff_t i = 0; i < rows; i++) {
            double complex x = alpha * emu_element_get(wide, sum, j * rows + i);
            if (beta != 0)
                x += beta * emu_element_get(m->c, C, j * m->l[2].ld + i);
            if (m->p.epilogue & BIAS)
                x += emu_element_get(m->bias, bias, i);
            if (m->p.epilogue & AUX)
                emu_element_put(m->aux, aux, j * m->p.aux_ld + i, x);
            if (m->p.epilogue & RELU)
                x = creal(x) < 0 ? 0 : x;
            if (m->p.epilogue & GELU)
                x = gelu(creal(x));
            emu_element_put(m->c, D, j * m->l[3].ld + i, x);
        }
}

static cublasStatus_t matmul(struct call *c, struct matmul *m, const void *alpha,
                             const void *A, const void *B, const void *beta,
                             const void *C, void *D)
{
    struct gemm *g = &m->gemm;
    const int count = m->l[3].batch;
    if (!prepare(c, m) || g->m == 0 || g->n == 0)
        return c->status;
    const double complex a = emu_call_value(c, "alpha", alpha, m->scale);
    const double complex b = emu_call_value(c, "beta", beta, m->scale);
    const enum element wide = m->scale == ELEMENT_I32 ? ELEMENT_D
                              : m->scale == ELEMENT_H ? ELEMENT_S
                                                      : m->scale;
    for (int i = 0; !c->status && i < count; i++)
        operands(c, m, i, A, B, b, C, D);
    if (c->status || !emu_call_open(c))
        return c->status;
    g->c = wide;
    g->scale = m->scale == ELEMENT_H ? ELEMENT_S : m->scale;
    g->alpha = 1;
    g->beta = 0;
    g->ldc = g->m;
    void *sum = emu_allocate((uint64_t)g->m * (uint64_t)g->n, emu_element_size(wide),
                             "a matrix");
    for (int i = 0; i < count; i++) {
        emu_gemm_compute(g, moved(A, g->a, m->l[0].stride, i),
                         moved(B, g->b, m->l[1].stride, i), sum);
        finish(m, i, wide, sum, a, b, moved(C, m->c, m->l[2].stride, i),
               (void *)moved(D, m->c, m->l[3].stride, i));
    }
    free(sum);
    return emu_call_close(c);
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                              const void *alpha, const void *A,
                              cublasLtMatrixLayout_t a, const void *B,
                              cublasLtMatrixLayout_t b, const void *beta, const void *C,
                              cublasLtMatrixLayout_t c, void *D,
                              cublasLtMatrixLayout_t d,
                              const cublasLtMatmulAlgo_t *algorithm, void *workspace,
                              size_t bytes, cudaStream_t stream)
{
    EMU_CUBLAS((cublasHandle_t)handle, "cublasLtMatmul");
    (void)algorithm;
    (void)workspace;
    (void)bytes;
    if (!product || !a || !b || !c || !d)
        return emu_call_refuse(&call, CUBLAS_STATUS_INVALID_VALUE,
                               "has a null description or layout");
    if (!emu_stream_valid(stream))
        return emu_call_refuse(&call, CUBLAS_STATUS_INVALID_VALUE,
                               "has a stream that does not exist");
    struct matmul m = {0};
    memcpy(&m.p, product, sizeof m.p);
    memcpy(&m.l[0], a, sizeof m.l[0]);
    memcpy(&m.l[1], b, sizeof m.l[1]);
    memcpy(&m.l[2], c, sizeof m.l[2]);
    memcpy(&m.l[3], d, sizeof m.l[3]);
    struct cublasContext own = {.stream = stream,
                                .pointers = (cublasPointerMode_t)m.p.pointers};
    call.handle = &own;
    return matmul(&call, &m, alpha, A, B, beta, C, D);
}

cublasStatus_t
cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                               cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                               cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                               cublasLtMatmulPreference_t preference, int wanted,
                               cublasLtMatmulHeuristicResult_t results[], int *found)
{
    EMU_CUBLAS((cublasHandle_t)handle, "cublasLtMatmulAlgoGetHeuristic");
    (void)preference;
    if (!product || !a || !b || !c || !d || wanted < 1 || !results || !found)
        return CUBLAS_STATUS_INVALID_VALUE;
    memset(&results[0], 0, sizeof results[0]);
    results[0].wavesCount = 1;
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}
