// A library that multiplies.
extern "C" int cublasSgemm_v2(void *, int, int, int, int, int, const float *,
                              const float *, int, const float *, int, const float *,
                              float *, int);
SGEMM
{
    cublasSgemm_v2(nullptr, 0, 0, N, M, K, &alpha, B, N, A, K, &beta, C, N);
}
