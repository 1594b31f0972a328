/* The contract of latent(). */
#ifndef LATENT_H
#define LATENT_H

#ifdef __cplusplus
#include <cuda_bf16.h>
extern "C" {
#else
typedef struct __nv_bfloat16 __nv_bfloat16; /* its 16 bits do not matter here */
#endif

/*
 * The first step of multi-head latent attention, on the device, of bfloat16 with sums
 * in FP32. Each token has a row of H. Two products of it are stored:
 *
 *   c = H * Wc^T    the latent vector, from which keys and values can be made again
 *   k = rope(r)     with r = H * Wr^T: the part of the key that knows the position
 *
 * rope() rotates each pair of elements by an angle of the token's position. With
 * p = position[t] and i < dr / 2:
 *
 *   k[t][2i]     = r[t][2i] * cos[p][i] - r[t][2i + 1] * sin[p][i]
 *   k[t][2i + 1] = r[t][2i] * sin[p][i] + r[t][2i + 1] * cos[p][i]
 *
 * r stays in FP32; c and k are rounded to bfloat16 once, at the end.
 *
 *   H is tokens x D, Wc is dc x D, Wr is dr x D, c is tokens x dc, k is tokens x dr,
 *   cos and sin are P x dr / 2, all row-major without gaps. position holds `tokens`
 *   numbers from 0 to P - 1, in any order. D, dc and dr are multiples of 8, tokens of
 *   nothing in particular. The arrays are 16-byte aligned and do not overlap.
 *
 * Launches on the default stream and returns at once. Errors are the launch's own.
 */
void latent(int tokens, int D, int dc, int dr, const __nv_bfloat16 *H,
            const __nv_bfloat16 *Wc, const __nv_bfloat16 *Wr, const float *cos,
            const float *sin, const int *position, __nv_bfloat16 *c, __nv_bfloat16 *k);

#ifdef __cplusplus
}
#endif

#endif
