/* What the objects of cuBLASLt contain. */
#ifndef EMU_CUBLAS_LT_H
#define EMU_CUBLAS_LT_H

#include <stdint.h>

#include <cublasLt.h>

/* A cublasLtMatrixLayout_t. */
struct lt_layout {
    int32_t type, order; /* cudaDataType, cublasLtOrder_t */
    uint64_t rows, columns;
    int64_t ld;
    int32_t batch;
    int64_t stride; /* elements from one matrix of the batch to the next */
};

/* A cublasLtMatmulDesc_t. */
struct lt_product {
    int32_t compute, scale; /* cublasComputeType_t, cudaDataType */
    int32_t pointers;       /* cublasLtPointerMode_t */
    int32_t transa, transb, transc;
    uint32_t epilogue;
    const void *bias;
    int32_t bias_type; /* -1: that of D */
    void *aux;
    int64_t aux_ld;
    int32_t aux_type; /* -1: that of D */
    int64_t bias_stride, aux_stride;
    const void *scaling[5]; /* of 8-bit floats: not supported */
    int32_t sm_count;       /* no effect, as the next */
    int8_t fast;
};

#endif
