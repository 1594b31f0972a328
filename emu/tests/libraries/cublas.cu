// cuBLAS against plain loops: each family, with transposes, leading dimensions and
// increments, in all types that it has. Prints "right", or what is wrong.
#include "cublas/matrices.h"
#include "cublas/vectors.h"

// ---- cuBLASLt: D = epilogue(alpha A' B + beta C + bias), a batch of two.

template <class T, class S>
static void epilogues(const char *name, cudaDataType type, cudaDataType scale,
                      cublasComputeType_t compute, double tolerance)
{
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t layout[4];
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found;
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const int32_t two = 2;
    const int64_t stride = SIZE;
    const int rows[] = {K, K, M, M}, columns[] = {M, N, N, N};
    int n = 0;
    DO(cublasLtCreate(&lt));
    DO(cublasLtMatmulDescCreate(&desc, compute, scale));
    DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
                                      sizeof transposed));
    for (int i = 0; i < 4; i++) {
        DO(cublasLtMatrixLayoutCreate(&layout[i], type, rows[i], columns[i], LD));
        DO(cublasLtMatrixLayoutSetAttribute(
            layout[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &two, sizeof two));
        DO(cublasLtMatrixLayoutSetAttribute(layout[i],
                                            CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                            &stride, sizeof stride));
    }
    DO(cublasLtMatmulPreferenceCreate(&preference));
    DO(cublasLtMatmulAlgoGetHeuristic(lt, desc, layout[0], layout[1], layout[2],
                                      layout[3], preference, 1, &found, &n));
    expect(n == 1 && found.state == CUBLAS_STATUS_SUCCESS, name);
    Array<T> a(2 * SIZE), b(2 * SIZE), c(2 * SIZE), d(2 * SIZE), aux(SIZE), bias(M);
    const S alpha = scalar<S>(0.25, 0), beta = scalar<S>(-1, 0);
    DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias.d,
                                      sizeof bias.d));
    for (cublasLtEpilogue_t epilogue :
         {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU,
          CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU_BIAS}) {
        DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                          &epilogue, sizeof epilogue));
        DO(cublasLtMatmul(lt, desc, &alpha, a.d, layout[0], b.d, layout[1], &beta, c.d,
                          layout[2], d.d, layout[3], &found.algo, NULL, 0, 0));
        for (int at : {0, int(SIZE)}) {
            numbers sum = c.h;
            product(CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, wide(alpha), a.h, LD, b.h, LD,
                    -1, sum, LD, at, at, at);
            for (int j = 0; j < N; j++)
                for (int i = 0; i < M; i++) {
                    double x =
                        sum[at + i + j * LD].real() +
                        (epilogue & CUBLASLT_EPILOGUE_BIAS ? bias.h[i].real() : 0);
                    if (epilogue & CUBLASLT_EPILOGUE_RELU)
                        x = x < 0 ? 0 : x;
                    if (epilogue & CUBLASLT_EPILOGUE_GELU)
                        x = x / 2 *
                            (1 + std::tanh(std::sqrt(2 / M_PI) *
                                           (x + 0.044715 * x * x * x)));
                    d.h[at + i + j * LD] = x;
                }
        }
        d.check(name, tolerance);
    }
    const cublasLtEpilogue_t other = CUBLASLT_EPILOGUE_BGRADA;
    DO(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &other,
                                      sizeof other));
    expect(cublasLtMatmul(lt, desc, &alpha, a.d, layout[0], b.d, layout[1], &beta, c.d,
                          layout[2], d.d, layout[3], NULL, NULL, 0,
                          0) == CUBLAS_STATUS_NOT_SUPPORTED,
           "an epilogue");
    for (int i = 0; i < 4; i++)
        DO(cublasLtMatrixLayoutDestroy(layout[i]));
    DO(cublasLtMatmulPreferenceDestroy(preference));
    DO(cublasLtMatmulDescDestroy(desc));
    DO(cublasLtDestroy(lt));
}

// ---- Streams, transfers, errors.

__global__ void set(float *p, float value)
{
    p[threadIdx.x] = value;
}

static void others()
{
    // A kernel, a call and a copy in one stream need nothing between them.
    cudaStream_t stream, back;
    float *x, *y, *on_host;
    const float two = 2;
    cudaStreamCreate(&stream);
    cudaMalloc(&x, 32 * sizeof *x);
    cudaMalloc(&y, 32 * sizeof *y);
    cudaMallocHost(&on_host, 32 * sizeof *on_host);
    DO(cublasSetStream(handle, stream));
    DO(cublasGetStream(handle, &back));
    expect(back == stream, "cublasGetStream");
    set<<<1, 32, 0, stream>>>(x, 3);
    set<<<1, 32, 0, stream>>>(y, 4);
    DO(cublasSaxpy(handle, 32, &two, x, 1, y, 1));
    DO(cublasGetVectorAsync(32, sizeof *y, y, 1, on_host, 1, stream));
    cudaStreamSynchronize(stream);
    expect(on_host[0] == 10 && on_host[31] == 10, "a stream");
    DO(cublasSetStream(handle, 0));
    cudaStreamDestroy(stream);

    // Rows 0 to 2 of 4 columns of 5 elements, to columns of 6, and back.
    float in[20], out[20] = {0}, *matrix;
    for (int i = 0; i < 20; i++)
        in[i] = i;
    cudaMalloc(&matrix, 24 * sizeof *matrix);
    DO(cublasSetMatrix(3, 4, sizeof *in, in, 5, matrix, 6));
    DO(cublasGetMatrix(3, 4, sizeof *in, matrix, 6, out, 5));
    for (int i = 0; i < 20; i++)
        expect(out[i] == (i % 5 < 3 ? in[i] : 0), "cublasGetMatrix");

    int version;
    cublasMath_t mode;
    DO(cublasGetVersion(handle, &version));
    DO(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
    DO(cublasGetMathMode(handle, &mode));
    expect(version == CUBLAS_VERSION && mode == CUBLAS_TF32_TENSOR_OP_MATH,
           "versions and modes");
    expect(cublasSaxpy(NULL, 32, &two, x, 1, y, 1) == CUBLAS_STATUS_NOT_INITIALIZED,
           "no handle");
    expect(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &two, x, 3, y, 4,
                       &two, x, 4) == CUBLAS_STATUS_INVALID_VALUE,
           "a leading dimension");
    expect(cublasSgemv(handle, CUBLAS_OP_N, -1, 4, &two, x, 3, y, 1, &two, x, 1) ==
               CUBLAS_STATUS_INVALID_VALUE,
           "a negative size");
    cudaFree(x);
    cudaFree(y);
    cudaFree(matrix);
    cudaFreeHost(on_host);
}

#define PRODUCTS(X, T, tolerance)                                                      \
    products<T>(#X "gemm", cublas##X##gemm, cublas##X##gemmStridedBatched,             \
                cublas##X##gemmBatched, tolerance)
#define REAL_OR_COMPLEX(X, T)                                                          \
    PRODUCTS(X, T, 1e-4);                                                              \
    symmetric<T>(#X "symm", cublas##X##symm, false);                                   \
    updates<T, T>(#X "syrk", cublas##X##syrk, cublas##X##syr2k, false);                \
    triangles<T>(#X "trmm", cublas##X##trmm, cublas##X##trsm);                         \
    elementwise<T>(#X "geam", cublas##X##geam, cublas##X##dgmm)
#define VECTORS(X, T, dot, conjugated)                                                 \
    vectors<T>(#X "axpy", cublas##X##axpy, cublas##X##copy, cublas##X##swap,           \
               cublas##X##scal, cublas##X##dot, conjugated)
#define REDUCTIONS(X, N, i, T, R)                                                      \
    reductions<T, R>(#X "nrm2", cublas##N##nrm2, cublas##N##asum, cublasI##i##amax,    \
                     cublasI##i##amin, cublas##X##rot, cublas##X##rotg)
#define GENERAL(X, T, ger, conjugated)                                                 \
    general<T>(#X "gemv", cublas##X##gemv, cublas##X##trmv, cublas##X##trsv,           \
               cublas##X##ger, conjugated)

int main()
{
    DO(cublasCreate(&handle));
    REAL_OR_COMPLEX(S, float);
    REAL_OR_COMPLEX(D, double);
    REAL_OR_COMPLEX(C, cuComplex);
    REAL_OR_COMPLEX(Z, cuDoubleComplex);
    PRODUCTS(H, __half, 4e-3);
    mixed<__half, float, float>("half to float", CUDA_R_16F, CUDA_R_32F,
                                CUBLAS_COMPUTE_32F, 1e-4);
    mixed<__half, __half, float>("half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F,
                                 4e-3);
    mixed<__nv_bfloat16, __nv_bfloat16, float>("bfloat16", CUDA_R_16BF, CUDA_R_16BF,
                                               CUBLAS_COMPUTE_32F, 1e-2);
    mixed<float, float, float>("TF32", CUDA_R_32F, CUDA_R_32F,
                               CUBLAS_COMPUTE_32F_FAST_TF32, 1e-4);
    mixed<double, double, double>("double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F,
                                  1e-12);
    mixed<signed char, int, int>("8 bits", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I,
                                 0);
    symmetric<cuComplex>("Chemm", cublasChemm, true);
    symmetric<cuDoubleComplex>("Zhemm", cublasZhemm, true);
    updates<cuComplex, float>("Cherk", cublasCherk, cublasCher2k, true);
    updates<cuDoubleComplex, double>("Zherk", cublasZherk, cublasZher2k, true);
    VECTORS(S, float, dot, false);
    VECTORS(D, double, dot, false);
    VECTORS(C, cuComplex, dotu, false);
    VECTORS(C, cuComplex, dotc, true);
    VECTORS(Z, cuDoubleComplex, dotu, false);
    VECTORS(Z, cuDoubleComplex, dotc, true);
    REDUCTIONS(S, S, s, float, float);
    REDUCTIONS(D, D, d, double, double);
    REDUCTIONS(C, Sc, c, cuComplex, float);
    REDUCTIONS(Z, Dz, z, cuDoubleComplex, double);
    GENERAL(S, float, ger, false);
    GENERAL(D, double, ger, false);
    GENERAL(C, cuComplex, geru, false);
    GENERAL(C, cuComplex, gerc, true);
    GENERAL(Z, cuDoubleComplex, gerc, true);
    symmetric_vectors<float, float>("Ssymv", cublasSsymv, cublasSsyr, cublasSsyr2,
                                    false);
    symmetric_vectors<double, double>("Dsymv", cublasDsymv, cublasDsyr, cublasDsyr2,
                                      false);
    symmetric_vectors<cuComplex, float>("Chemv", cublasChemv, cublasCher, cublasCher2,
                                        true);
    symmetric_vectors<cuDoubleComplex, double>("Zhemv", cublasZhemv, cublasZher,
                                               cublasZher2, true);
    vectors_ex<__half, float>("AxpyEx of half", CUDA_R_16F, CUDA_R_32F);
    vectors_ex<double, double>("AxpyEx of double", CUDA_R_64F, CUDA_R_64F);
    epilogues<float, float>("Lt, float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
                            1e-4);
    epilogues<double, double>("Lt, double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F,
                              1e-10);
    epilogues<__half, float>("Lt, half", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
                             4e-3);
    epilogues<__nv_bfloat16, float>("Lt, bfloat16", CUDA_R_16BF, CUDA_R_32F,
                                    CUBLAS_COMPUTE_32F, 1e-2);
    others();
    DO(cublasDestroy(handle));
    if (!failures)
        puts("right");
    return failures != 0;
}
