/* Where products of wgmma begin: their accumulators, and the operands that they will
   read. */
#include <string.h>

#include "element_kind.h"
#include "event.h"
#include "launch.h"
#include "odd_access.h"
#include "operand.h"
#include "platform.h"
#include "shared.h"
#include "wgmma.h"
#include "wgmma_warp.h"

struct begin {
    struct emu_together head;
    bool complete;
    const struct emu_wgmma_shape *shape;
    void *const *d, *const *a_registers;
    bool adds;
    uint64_t a, b;
    uintptr_t pc;
};

_Noreturn static void stop_registers(const char *text, uintptr_t pc, uintptr_t other)
{
    struct fault_record f = emu_fault_here(FAULT_RACE, pc);
    f.detail = DETAIL_REGISTERS;
    f.other_pc = other;
    strncpy(f.text, text, sizeof f.text - 1);
    emu_fault_abandon(emu_worker(), &f);
}

/* True if all sums are 0: they are new. */
static bool are_zero(const struct wgmma_sums *s)
{
    for (int row = 0; row < ROWS; row++)
        for (int col = 0; col < s->n; col++)
            if (s->sum[row][col] != 0)
                return false;
    return true;
}

/* The products that accumulators may hold which begin at this register: as many as they
   had before; if that is not known, as many as any others, which may have been copied.
 */
static uint32_t products_before(const struct wgmma_warp *p, const void *at)
{
    uint32_t most = 0;
    for (int i = 0; i < MOST_SETS && p->sums[i]; i++) {
        const struct wgmma_sums *s = p->sums[i];
        if (s->block != p->begun_in)
            continue;
        if (s->at[0][0] == at)
            return s->products;
        most = s->products > most ? s->products : most;
    }
    return most;
}

/* The accumulators at these addresses, if they are in flight; else a new set of them,
   whose values the product reads if it adds. */
static struct wgmma_sums *sums_of(struct wgmma_warp *p, struct begin *const *lanes)
{
    const struct begin *first = lanes[0];
    struct wgmma_sums **place = p->sums; /* a set that is not in flight */
    bool found = false;
    for (int i = 0; i < MOST_SETS; i++) {
        struct wgmma_sums *of = p->sums[i];
        if (of && of->in_flight && of->at[0][0] == first->d[0] &&
            of->n == first->shape->__n)
            return of;
        if (!found && (!of || !of->in_flight)) {
            place = &p->sums[i];
            found = true;
        }
    }
    if (!found)
        emu_stop_at("has products in flight for too many accumulators", first->pc);
    if (!*place)
        *place = emu_wgmma_reserve(NULL, sizeof **place);
    struct wgmma_sums *s = *place;
    const uint32_t before = products_before(p, first->d[0]);
    s->in_flight = 0;
    if (!p->fenced)
        stop_registers(
            "multiplies by wgmma into registers that it has accessed without "
            "a wgmma.fence since then",
            first->pc, 0);
    s->pc = first->pc;
    s->block = p->begun_in;
    s->n = first->shape->__n;
    s->kind = first->shape->__d;
    s->registers = s->n / 2 / emu_wgmma_elements(s);
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uintptr_t low = UINTPTR_MAX, high = 0;
        memcpy(s->at[lane], lanes[lane]->d, (size_t)s->registers * sizeof(void *));
        for (int r = 0; r < s->registers; r++) {
            const uintptr_t at = (uintptr_t)s->at[lane][r];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        s->span[lane].start = low;
        s->span[lane].bytes = high + sizeof(float) - low;
    }
    if (first->adds)
        emu_wgmma_read(s);
    s->products = first->adds && !are_zero(s) ? before : 0;
    emu_wgmma_poison(s);
    return s;
}

/* Fragments of A, as for mma.sync: of rows lane / 4 and 8 below. */
static void read_fragments(struct wgmma_product *to, struct begin *const *lanes)
{
    const int each = 4 / emu_element_bytes(to->shape.__of);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < 4; r++)
            emu_element(to->shape.__of)
                ->decode(
                    lanes[lane]->a_registers[r], each,
                    &to->row[lane / 4 + r % 2 * 8][r / 2 * 4 * each + lane % 4 * each]);
}

/* A piece of shared memory that the warp will read. */
static void check_piece(const struct wgmma_product *c, uint32_t offset)
{
    struct worker *w = emu_worker();
    const uint32_t there = 0x0f0f0f0f, all = 0xffffffff;
    uint32_t set = 0; /* 4 words: 4 bytes of the shadow */
    if (offset + 16ull <= emu_shared_bytes())
        memcpy(&set, w->shared_shadow + offset / 4, sizeof set);
    if ((set & there) != there) {
        struct fault_record f = emu_fault_here(FAULT_OUT_OF_BOUNDS, c->pc);
        f.detail = DETAIL_OPERAND;
        f.offset = SHARED_OFFSET + offset;
        f.size = 16;
        emu_fault_abandon(w, &f);
    }
    if (set != all)
        emu_odd_access(w->shared_shadow + offset / 4, SHARED_OFFSET + offset, 4, c->pc);
}

/* The warp's part of an operand: 16 rows of a, or all of b. */
static void tell_operand(struct worker *w, const struct wgmma_product *c, uint32_t warp,
                         bool is_b)
{
    static EMU_OWN uint32_t emu_piece[MOST_N * 2];
    const uint64_t window = emu_shared_window() - w->shared_base;
    const uint64_t descriptor = is_b ? c->b : c->a;
    const uint32_t start = emu_shared_start(descriptor);
    const bool along_k = !(is_b ? c->shape.__trans_b : c->shape.__trans_a);
    const uint32_t unit = along_k ? 1 : 8; /* rows of a piece */
    const uint32_t first = is_b ? 0 : warp % WARPGROUP * ROWS / unit;
    const uint32_t rows = (is_b ? (uint32_t)c->shape.__n : ROWS) / unit;
    const uint32_t each = along_k ? 2 : (uint32_t)emu_element_k(c->shape.__of);
    int n = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < each; j++) {
            emu_piece[n] =
                (uint32_t)(window +
                           emu_operand_piece(descriptor, start, along_k, first + i, j));
            check_piece(c, emu_piece[n++]);
        }
    const struct operand o = {.warp = warp,
                              .group = c->group,
                              .pc = c->pc,
                              .swizzle =
                                  descriptor >> 62 ? 256 >> (descriptor >> 62) : 0,
                              .n = n,
                              .piece = emu_piece};
    EMU_ASYNC(w, ASYNC_READS, .operand = &o);
}

static void tell_product(struct worker *w, const struct wgmma_product *c)
{
    const struct wgmma_part p = {.warp = w->first_lane / WARP_SIZE,
                                 .group = c->group,
                                 .pc = c->pc,
                                 .n = c->shape.__n,
                                 .of = c->shape.__of,
                                 .k = emu_element_k(c->shape.__of),
                                 .a = c->a,
                                 .b = c->b,
                                 .a_along_k = !c->shape.__trans_a,
                                 .b_along_k = !c->shape.__trans_b,
                                 .from_registers = c->from_registers};
    EMU_ASYNC(w, ASYNC_MULTIPLIES, .product = &p);
}

static bool has(const struct wgmma_sums *s, int lane, uintptr_t a)
{
    if (a - s->span[lane].start >= s->span[lane].bytes)
        return false;
    for (int r = 0; r < s->registers; r++)
        if (a - (uintptr_t)s->at[lane][r] < sizeof(float))
            return true;
    return false;
}

void emu_wgmma_touched(uintptr_t a, uintptr_t pc)
{
    const struct worker *w = emu_worker();
    const int lane = emu_running(w) % WARP_SIZE;
    struct wgmma_warp *p = emu_wgmma_mine();
    for (int i = 0; i < MOST_SETS && p->sums[i]; i++) {
        const struct wgmma_sums *s = p->sums[i];
        if ((!s->in_flight && !p->fenced) || s->block != p->begun_in ||
            !has(s, lane, a))
            continue;
        if (s->in_flight)
            stop_registers("accesses an accumulator of a wgmma that is in flight, "
                           "begun on",
                           pc, s->pc);
        p->fenced = false;
    }
}

static void begin(struct emu_together *const *of_lanes)
{
    struct begin *const *lanes = (struct begin *const *)of_lanes;
    struct worker *w = emu_worker();
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (!lanes[lane])
            return;
    struct wgmma_warp *p = emu_wgmma_mine();
    const struct begin *first = lanes[0];
    if (p->n == p->room) {
        p->product =
            emu_wgmma_reserve(p->product, (2 * p->room + 8) * sizeof *p->product);
        p->room = 2 * p->room + 8;
    }
    struct wgmma_product *c = &p->product[p->n++];
    *c = (struct wgmma_product){.shape = *first->shape,
                                .a = first->a,
                                .b = first->b,
                                .adds = first->adds,
                                .from_registers = first->a_registers != NULL,
                                .group = p->committed,
                                .pc = first->pc};
    c->sums = sums_of(p, lanes);
    c->sums->in_flight++;
    c->sums->products =
        (first->adds ? c->sums->products : 0) + (uint32_t)emu_element_k(c->shape.__of);
    w->accumulates = true;
    p->products++;
    p->pc = first->pc;
    if (c->from_registers)
        read_fragments(c, lanes);
    tell_product(w, c);
    if (!c->from_registers)
        tell_operand(w, c, w->first_lane / WARP_SIZE, false);
    tell_operand(w, c, w->first_lane / WARP_SIZE, true);
    const uint32_t rows =
        (c->from_registers ? 0 : ROWS) + (uint32_t)c->shape.__n / WARPGROUP;
    const struct matrix_work work = {.of = c->shape.__of,
                                     .sums = c->shape.__d,
                                     .instructions = 1,
                                     .operations =
                                         2ull * ROWS * (uint32_t)c->shape.__n *
                                         (uint32_t)emu_element_k(c->shape.__of),
                                     .wgmma = true,
                                     .products = c->sums->products,
                                     .read = rows * 32};
    EMU_TELL(w->on, matrix, w, &work);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        lanes[lane]->complete = true;
}

/* What tells such instructions apart: struct emu_together. */
static uint64_t kind_of(const struct emu_wgmma_shape *s)
{
    return 1 | (uint64_t)s->__n << 8 | (uint64_t)s->__of << 20 |
           (uint64_t)s->__d << 24 |
           (uint64_t)(s->__trans_a | s->__trans_b << 1 | s->__negate_a << 2 |
                      s->__negate_b << 3)
               << 28 |
           (uint64_t)s->__of_b << 32;
}

void emu_wgmma(const struct emu_wgmma_shape *shape, void *const d[], int adds,
               uint64_t a, void *const a_registers[], uint64_t b)
{
    const uintptr_t pc = EMU_CALLER();
    if (!emu_element_multiplies(shape->__of, shape->__of_b) ||
        !(emu_element(shape->__of)->wgmma_sums & 1u << shape->__d))
        emu_stop_at("multiplies elements of a kind that wgmma does not have", pc);
    struct begin mine = {
        {begin, kind_of(shape)}, false, shape, d, a_registers, adds, a, b, pc};
    emu_warp_at(EMU_TOGETHER, 0xffffffff, (uint64_t)&mine, 0, pc);
    if (!mine.complete)
        emu_wgmma_alone("multiplies by wgmma without all 32 lanes of its warp", pc);
}
