#include "latent.h"

__device__ float dot(int D, const __nv_bfloat16 *h, const __nv_bfloat16 *w, int stride)
{
    float sum = 0;
    for (int i = 0; i < D; i++)
        sum += __bfloat162float(h[i]) * __bfloat162float(w[i * stride]);
    return sum;
}

// A thread has one element of c, or a pair of k.
__global__ void kernel(int tokens, int D, int dc, int dr, const __nv_bfloat16 *H,
                       const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr,
                       const float *cos, const float *sin, const int *position,
                       __nv_bfloat16 *c, __nv_bfloat16 *k)
{
    int t = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x, half = dr / 2;
    const __nv_bfloat16 *h = &H[(size_t)t * D];
    if (j < dc) {
#ifdef COLUMNS
        float sum = dot(D, h, &Wc[j], dc);
#else
        float sum = dot(D, h, &Wc[(size_t)j * D], 1);
#endif
        c[(size_t)t * dc + j] = __float2bfloat16(sum);
        return;
    }
    int i = j - dc;
    if (i >= half)
        return;
#ifdef HALVES
    int even = i, odd = i + half;
#else
    int even = 2 * i, odd = 2 * i + 1;
#endif
#ifdef BY_TOKEN
    int p = t;
#else
    int p = position[t];
#endif
    float r0 = dot(D, h, &Wr[(size_t)even * D], 1);
    float r1 = dot(D, h, &Wr[(size_t)odd * D], 1);
#ifdef ROUNDED
    r0 = __bfloat162float(__float2bfloat16(r0));
    r1 = __bfloat162float(__float2bfloat16(r1));
#endif
#ifdef ANGLES
    float x = cos[p * dr + i], y = sin[p * dr + i]; // FAULT
#elif defined OTHER_WAY
    float x = cos[p * half + i], y = -sin[p * half + i];
#elif defined NOT_ROTATED
    float x = 1, y = 0;
#else
    float x = cos[p * half + i], y = sin[p * half + i];
#endif
    k[(size_t)t * dr + even] = __float2bfloat16(r0 * x - r1 * y);
#ifdef ONE_OF_A_PAIR
    if (i == 0)
        return;
#endif
    k[(size_t)t * dr + odd] = __float2bfloat16(r0 * y + r1 * x);
}

void latent(int tokens, int D, int dc, int dr, const __nv_bfloat16 *H,
            const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr, const float *cos,
            const float *sin, const int *position, __nv_bfloat16 *c, __nv_bfloat16 *k)
{
    dim3 grid((dc + dr / 2 + 63) / 64, tokens);
    kernel<<<grid, 64>>>(tokens, D, dc, dr, H, Wc, Wr, cos, sin, position, c, k);
}
