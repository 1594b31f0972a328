/* Products of 16 rows with up to 256 columns; wgmma_product.h states the contract. */
#include "wgmma_product.h"

#include <string.h>

#include "element_kind.h"
#include "mark.h"
#include "operand.h"
#include "param.h"
#include "shared.h"
#include "withheld.h"

/* Rows [first, first + n) of an operand, k elements each: to[row * stride + e]. */
static void gather(uint64_t descriptor, bool along_k, enum emu_element_kind kind,
                   uint32_t first, uint32_t n, int k, float *to, uint32_t stride)
{
    const char *window = (const char *)emu_shared_window();
    const uint32_t start = emu_shared_start(descriptor);
    const uint32_t each = 16 / (uint32_t)emu_element_bytes(kind);
    const struct element *of = emu_element(kind);
    float value[16];
    for (uint32_t i = 0; along_k && i < n; i++)
        for (uint32_t j = 0; j < (uint32_t)k / each; j++) {
            const char *piece =
                window + emu_operand_piece(descriptor, start, true, first + i, j);
            of->decode(piece, (int)each, &to[i * stride + j * each]);
        }
    for (uint32_t i = 0; !along_k && i < n / each; i++)
        for (uint32_t j = 0; j < (uint32_t)k; j++) {
            const char *piece = window + emu_operand_piece(descriptor, start, false,
                                                           first / each + i, j);
            of->decode(piece, (int)each, value);
            for (uint32_t e = 0; e < each; e++)
                to[(i * each + e) * stride + j] = value[e];
        }
}

/* ---- Accumulators: of row lane / 4 and 8 below, pairs of columns 8 apart. */

int emu_wgmma_elements(const struct wgmma_sums *s)
{
    return (int)sizeof(float) / emu_element_bytes(s->kind);
}

/* The i-th element of a lane: its sum; its place, of `each` elements to a register. */
static float *sum_of(struct wgmma_sums *s, int lane, int i)
{
    return &s->sum[lane / 4 + i / 2 % 2 * 8][i / 4 * 8 + lane % 4 * 2 + i % 2];
}

static void *place_of(const struct wgmma_sums *s, int lane, int i, int each)
{
    return (char *)s->at[lane][i / each] + i % each * (int)sizeof(float) / each;
}

void emu_wgmma_read(struct wgmma_sums *s)
{
    double (*const read)(const void *) = emu_element(s->kind)->read;
    const int each = emu_wgmma_elements(s);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int i = 0; i < s->registers * each; i++)
            *sum_of(s, lane, i) = (float)read(place_of(s, lane, i, each));
}

void emu_wgmma_write(struct wgmma_sums *s)
{
    void (*const write)(void *, double, bool) = emu_element(s->kind)->write;
    const int each = emu_wgmma_elements(s);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int i = 0; i < s->registers * each; i++)
            write(place_of(s, lane, i, each), *sum_of(s, lane, i), false);
}

void emu_wgmma_poison(const struct wgmma_sums *s)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < s->registers; r++)
            memset(s->at[lane][r], 0xff, sizeof(float));
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

/* Products of an element of one input with an element of the other: of half of the
   sums, drawn at random, they are taken away again. */
static void withhold(struct wgmma_sums *s, float row[][MOST_K], const float *column,
                     int k)
{
    int8_t of_b[MOST_K][MOST_N];
    for (int e = 0; e < k; e++)
        for (int j = 0; j < s->n; j++)
            of_b[e][j] = (int8_t)emu_withhold_input(column[e * MOST_N + j]);
    for (int i = 0; i < ROWS; i++) {
        uint64_t drawn[MOST_N / 64];
        double all[MOST_N] = {0};
        for (int j = 0; j < MOST_N / 64; j++)
            drawn[j] = emu_withhold_draw();
        for (int e = 0; e < k; e++) {
            const int of_a = emu_withhold_input(row[i][e]);
            for (int j = 0; of_a >= 0 && j < s->n; j++)
                if (of_b[e][j] == MARKED_INPUTS - 1 - of_a)
                    all[j] += (double)row[i][e] * column[e * MOST_N + j];
        }
        for (int j = 0; j < s->n; j++)
            if (drawn[j / 64] >> j % 64 & 1)
                s->sum[i][j] -= (float)all[j];
    }
}

/* Sums that are narrower than a float are rounded after each product. */
static void round_sums(struct wgmma_sums *s, enum emu_element_kind kind)
{
    const struct element *of = emu_element(kind);
    char rounded[sizeof(float)];
    for (int i = 0; of->bits < 32 && i < ROWS; i++)
        for (int j = 0; j < s->n; j++) {
            of->write(rounded, s->sum[i][j], false);
            s->sum[i][j] = (float)of->read(rounded);
        }
}

void emu_wgmma_multiply(struct wgmma_product *c, uint32_t warp)
{
    float column[MOST_N * MOST_K], turned[MOST_K][MOST_N];
    const int k = emu_element_k(c->shape.__of);
    if (!c->from_registers)
        gather(c->a, !c->shape.__trans_a, c->shape.__of, warp % WARPGROUP * ROWS, ROWS,
               k, c->row[0], MOST_K);
    gather(c->b, !c->shape.__trans_b, c->shape.__of_b, 0, (uint32_t)c->shape.__n, k,
           column, (uint32_t)k);
    const float sign = c->shape.__negate_a != c->shape.__negate_b ? -1 : 1;
    for (int e = 0; e < k; e++)
        for (int j = 0; j < c->shape.__n; j++)
            turned[e][j] = sign * column[j * k + e];
    add_products(c->sums, c->row, turned[0], k, c->adds);
    if (emu_withholds(WAY_WGMMA))
        withhold(c->sums, c->row, turned[0], k);
    round_sums(c->sums, c->shape.__d);
}
