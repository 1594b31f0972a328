#include <math.h>

#include "attention.h"

// A block computes a row of O, and each thread one column. Columns of S come in tiles
// of 64.
enum { TILE = 64 };

__global__ void kernel(int N, int d, float scale, int causal, const __nv_bfloat16 *Q,
                       const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    __shared__ float s[TILE];
    int i = blockIdx.x, x = threadIdx.x, keys = causal ? i + 1 : N;
    size_t head = (size_t)blockIdx.y * N * d;
    float top = -INFINITY, sum = 0, o = 0;
    Q += head, K += head, V += head, O += head;
#ifdef UNMASKED
    keys = N;
#elif defined WITHOUT_DIAGONAL
    keys = causal && i > 0 ? i : keys;
#elif defined PADDED
    keys = (keys + TILE - 1) / TILE * TILE;
#elif defined MASKED
    keys = i + 1;
#endif
    for (int j0 = 0; j0 < keys; j0 += TILE) {
        if (x < TILE) {
            float score = 0;
            for (int k = 0; k < d && j0 + x < N; k++)
                score += __bfloat162float(Q[i * d + k]) *
                         __bfloat162float(K[(j0 + x) * d + k]);
#ifdef UNSCALED
            scale = 1;
#endif
            s[x] = j0 + x < keys ? score * scale : -INFINITY;
        }
        __syncthreads(); // all scores of the tile are there
        float now = top;
        for (int j = 0; j < TILE; j++)
            now = fmaxf(now, s[j]);
#ifdef WITHOUT_MAXIMUM
        now = 0;
        top = 0;
#endif
        float shrink = expf(top - now);
#ifndef SUM_NOT_RESCALED
        sum *= shrink;
#endif
#ifndef O_NOT_RESCALED
        o *= shrink;
#endif
        top = now;
        for (int j = 0; j < TILE && j0 + j < keys; j++) {
            float p = expf(s[j] - top);
            sum += p;
            if (j0 + j < N)
                o += p * __bfloat162float(V[(j0 + j) * d + x]);
        }
        __syncthreads(); // all have read them
    }
#ifdef UNDIVIDED
    sum = 1;
#endif
    O[i * d + x] = __float2bfloat16(o / sum);
}

void attention(int heads, int N, int d, float scale, int causal, const __nv_bfloat16 *Q,
               const __nv_bfloat16 *K, const __nv_bfloat16 *V, __nv_bfloat16 *O)
{
    kernel<<<dim3(N, heads), d>>>(N, d, scale, causal, Q, K, V, O);
}
