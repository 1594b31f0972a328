/* The objects of cuBLASLt: handles, layouts, descriptions of products, preferences. */
#include "lt.h"

#include <stdlib.h>
#include <string.h>

/* A handle of cuBLAS is also one of cuBLASLt. */
cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    return cublasCreate_v2((cublasHandle_t *)handle);
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    return cublasDestroy_v2((cublasHandle_t)handle);
}

size_t cublasLtGetVersion(void)
{
    return CUBLAS_VERSION;
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusString(status);
}

/* ---- Attributes: where each is in its object. */

struct attribute {
    int number;
    size_t at, bytes;
};
#define AT(number, type, member)                                                       \
    {                                                                                  \
        number, offsetof(type, member), sizeof(((type *)0)->member)                    \
    }

static const struct attribute of_layout[] = {
    AT(CUBLASLT_MATRIX_LAYOUT_TYPE, struct lt_layout, type),
    AT(CUBLASLT_MATRIX_LAYOUT_ORDER, struct lt_layout, order),
    AT(CUBLASLT_MATRIX_LAYOUT_ROWS, struct lt_layout, rows),
    AT(CUBLASLT_MATRIX_LAYOUT_COLS, struct lt_layout, columns),
    AT(CUBLASLT_MATRIX_LAYOUT_LD, struct lt_layout, ld),
    AT(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, struct lt_layout, batch),
    AT(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, struct lt_layout, stride),
};
static const struct attribute of_product[] = {
    AT(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, struct lt_product, compute),
    AT(CUBLASLT_MATMUL_DESC_SCALE_TYPE, struct lt_product, scale),
    AT(CUBLASLT_MATMUL_DESC_POINTER_MODE, struct lt_product, pointers),
    AT(CUBLASLT_MATMUL_DESC_TRANSA, struct lt_product, transa),
    AT(CUBLASLT_MATMUL_DESC_TRANSB, struct lt_product, transb),
    AT(CUBLASLT_MATMUL_DESC_TRANSC, struct lt_product, transc),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE, struct lt_product, epilogue),
    AT(CUBLASLT_MATMUL_DESC_BIAS_POINTER, struct lt_product, bias),
    AT(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, struct lt_product, bias_stride),
    AT(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, struct lt_product, bias_type),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, struct lt_product, aux),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, struct lt_product, aux_ld),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, struct lt_product, aux_type),
    AT(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, struct lt_product, aux_stride),
    AT(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, struct lt_product, scaling[0]),
    AT(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, struct lt_product, scaling[1]),
    AT(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, struct lt_product, scaling[2]),
    AT(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, struct lt_product, scaling[3]),
    AT(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, struct lt_product, scaling[4]),
    AT(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, struct lt_product, sm_count),
    AT(CUBLASLT_MATMUL_DESC_FAST_ACCUM, struct lt_product, fast),
};

static const struct attribute *find(const struct attribute *list, size_t n, int number)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].number == number)
            return &list[i];
    return NULL;
}

static cublasStatus_t set(void *object, const struct attribute *a, const void *value,
                          size_t bytes)
{
    if (!object || !a || !value || bytes != a->bytes)
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy((char *)object + a->at, value, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t get(const void *object, const struct attribute *a, void *value,
                          size_t bytes, size_t *written)
{
    if (!object || !a || (bytes == 0 && !written) || (bytes && bytes < a->bytes))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (written)
        *written = a->bytes;
    if (bytes)
        memcpy(value, (const char *)object + a->at, a->bytes);
    return CUBLAS_STATUS_SUCCESS;
}

#define FIND(list, number) find(list, sizeof list / sizeof *list, number)

/* An object of so many bytes with this content. */
static cublasStatus_t make(void *object, size_t bytes, const void *content, size_t used)
{
    void *made = calloc(1, bytes);
    if (!made)
        return CUBLAS_STATUS_ALLOC_FAILED;
    memcpy(made, content, used);
    *(void **)object = made;
    return CUBLAS_STATUS_SUCCESS;
}

_Static_assert(sizeof(struct lt_layout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "");
_Static_assert(sizeof(struct lt_product) <= sizeof(cublasLtMatmulDescOpaque_t), "");

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                          cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t ld)
{
    const struct lt_layout l = {type, CUBLASLT_ORDER_COL, rows, columns, ld, 1, 0};
    return layout ? make(layout, sizeof **layout, &l, sizeof l)
                  : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout)
{
    free(layout);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t number,
                                                const void *value, size_t bytes)
{
    return set(layout, FIND(of_layout, (int)number), value, bytes);
}

cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t number,
                                                void *value, size_t bytes,
                                                size_t *written)
{
    return get(layout, FIND(of_layout, (int)number), value, bytes, written);
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *product,
                                        cublasComputeType_t compute, cudaDataType scale)
{
    const struct lt_product p = {.compute = (int32_t)compute,
                                 .scale = (int32_t)scale,
                                 .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                                 .bias_type = -1,
                                 .aux_type = -1};
    return product ? make(product, sizeof **product, &p, sizeof p)
                   : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product)
{
    free(product);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
                                              cublasLtMatmulDescAttributes_t number,
                                              const void *value, size_t bytes)
{
    return set(product, FIND(of_product, (int)number), value, bytes);
}

cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t product,
                                              cublasLtMatmulDescAttributes_t number,
                                              void *value, size_t bytes,
                                              size_t *written)
{
    return get(product, FIND(of_product, (int)number), value, bytes, written);
}

/* ---- Preferences: there is one algorithm, which needs no workspace. */

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference)
{
    return preference ? make(preference, sizeof **preference, "", 1)
                      : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference)
{
    free(preference);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                     cublasLtMatmulPreferenceAttributes_t number,
                                     const void *value, size_t bytes)
{
    (void)number;
    return preference && value && bytes ? CUBLAS_STATUS_SUCCESS
                                        : CUBLAS_STATUS_INVALID_VALUE;
}
