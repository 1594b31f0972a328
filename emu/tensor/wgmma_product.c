/* Products of 16 rows with up to 256 columns; wgmma_product.h states the contract. */
#include "wgmma_product.h"

#include <string.h>

#include "fragments.h"
#include "operand.h"
#include "param.h"
#include "shared.h"

int emu_wgmma_bytes(enum emu_element_kind kind)
{
    return kind == EMU_TF32 ? 4 : 2;
}

float emu_wgmma_value(const char *at, enum emu_element_kind kind)
{
    uint16_t two;
    uint32_t four;
    if (kind == EMU_TF32) {
        memcpy(&four, at, sizeof four);
        return emu_float_of(four & 0xffffe000);
    }
    memcpy(&two, at, sizeof two);
    return kind == EMU_F16 ? emu_half(two) : emu_float_of((uint32_t)two << 16);
}

/* Rows [first, first + n) of an operand, k elements each. */
static void gather(uint64_t descriptor, bool along_k, enum emu_element_kind kind,
                   uint32_t first, uint32_t n, int k, float to[][MOST_K])
{
    const char *window = (const char *)emu_shared_window();
    const uint32_t start = emu_shared_start(descriptor);
    const uint32_t bytes = (uint32_t)emu_wgmma_bytes(kind), each = 16 / bytes;
    for (uint32_t i = 0; along_k && i < n; i++)
        for (uint32_t j = 0; j < (uint32_t)k / each; j++) {
            const char *piece =
                window + emu_operand_piece(descriptor, start, true, first + i, j);
            for (uint32_t e = 0; e < each; e++)
                to[i][j * each + e] = emu_wgmma_value(piece + e * bytes, kind);
        }
    for (uint32_t i = 0; !along_k && i < n / each; i++)
        for (uint32_t j = 0; j < (uint32_t)k; j++) {
            const char *piece = window + emu_operand_piece(descriptor, start, false,
                                                           first / each + i, j);
            for (uint32_t e = 0; e < each; e++)
                to[i * each + e][j] = emu_wgmma_value(piece + e * bytes, kind);
        }
}

/* ---- Accumulators: of row lane / 4 and 8 below, pairs of columns 8 apart. */

int emu_wgmma_elements(const struct wgmma_sums *s)
{
    return s->kind == EMU_F16 ? 2 : 1;
}

static float *element_of(struct wgmma_sums *s, int lane, int r, int e)
{
    const int i = r * emu_wgmma_elements(s) + e;
    return &s->sum[lane / 4 + i / 2 % 2 * 8][i / 4 * 8 + lane % 4 * 2 + i % 2];
}

void emu_wgmma_read(struct wgmma_sums *s)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < s->registers; r++)
            for (int e = 0; e < emu_wgmma_elements(s); e++)
                if (s->kind == EMU_F16)
                    *element_of(s, lane, r, e) =
                        emu_wgmma_value((char *)s->at[lane][r] + 2 * e, EMU_F16);
                else
                    memcpy(element_of(s, lane, r, e), s->at[lane][r], sizeof(float));
}

void emu_wgmma_write(struct wgmma_sums *s)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < s->registers; r++)
            for (int e = 0; e < emu_wgmma_elements(s); e++) {
                const float value = *element_of(s, lane, r, e);
                if (s->kind == EMU_F16) {
                    const uint16_t two = emu_to_half(value);
                    memcpy((char *)s->at[lane][r] + 2 * e, &two, sizeof two);
                } else
                    memcpy(s->at[lane][r], &value, sizeof value);
            }
}

void emu_wgmma_poison(const struct wgmma_sums *s)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < s->registers; r++)
            memset(s->at[lane][r], 0xff, sizeof(float));
}

int emu_wgmma_k(enum emu_element_kind kind)
{
    return 32 / emu_wgmma_bytes(kind);
}

/* To zero, as a tensor core adds. */
static inline double truncated(double sum)
{
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bits &= ~((1ull << 29) - 1);
    memcpy(&sum, &bits, sizeof sum);
    return sum;
}

VECTORIZED static void add_products(struct wgmma_sums *s, float row[][MOST_K],
                                    const float *column, int k, bool adds)
{
    double sum[MOST_N];
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < s->n; j++)
            sum[j] = adds ? s->sum[i][j] : 0;
        for (int e = 0; e < k; e++)
            for (int j = 0; j < s->n; j++)
                sum[j] += (double)row[i][e] * column[e * MOST_N + j];
        for (int j = 0; j < s->n; j++)
            s->sum[i][j] = (float)truncated(sum[j]);
    }
}

void emu_wgmma_multiply(struct wgmma_product *c, uint32_t warp)
{
    float column[MOST_N][MOST_K], turned[MOST_K][MOST_N];
    const int k = emu_wgmma_k(c->shape.of);
    if (!c->from_registers)
        gather(c->a, !c->shape.trans_a, c->shape.of, warp % WARPGROUP * ROWS, ROWS, k,
               c->row);
    gather(c->b, !c->shape.trans_b, c->shape.of, 0, (uint32_t)c->shape.n, k, column);
    const float sign = c->shape.negate_a != c->shape.negate_b ? -1 : 1;
    for (int e = 0; e < k; e++)
        for (int j = 0; j < c->shape.n; j++)
            turned[e][j] = sign * column[j][e];
    add_products(c->sums, c->row, turned[0], k, c->adds);
    if (c->shape.d == EMU_F16) /* sums are rounded after each product */
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < c->shape.n; j++)
                c->sums->sum[i][j] = emu_half(emu_to_half(c->sums->sum[i][j]));
}
