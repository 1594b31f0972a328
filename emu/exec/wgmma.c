/*
 * wgmma: products that the four warps of a warpgroup begin, and later wait for. Each
 * warp multiplies 16 of the 64 rows. Operands are read when the first warp waits, as
 * late as they may be. From the beginning to its wait a warp's accumulators hold NaNs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "barriers.h"
#include "emu_launch.h"
#include "event.h"
#include "fragments.h"
#include "launch.h"
#include "odd_access.h"
#include "operand.h"
#include "shared.h"
#include "wgmma.h"

enum { ROWS = 16, MOST_N = 256, MOST_K = 16, WARPGROUP = 4, MOST_SETS = 8 };

/* The accumulators of a warp that products in flight add to. */
struct sums {
    int in_flight;  /* products */
    uint64_t block; /* that they are of: struct warp */
    uintptr_t pc;   /* of the first product */
    int n, registers;
    enum emu_element_kind kind;
    void *at[WARP_SIZE][MOST_N / 2];
    float sum[ROWS][MOST_N];
};

struct product {
    struct emu_wgmma_shape shape;
    uint64_t a, b;
    bool adds, from_registers, computed;
    uint32_t group;
    uintptr_t pc;
    struct sums *sums;
    float row[ROWS][MOST_K]; /* of A in registers */
};

/* The products of a warp. */
struct warp {
    unsigned launch;
    uint64_t block;
    uint32_t committed; /* groups */
    uint64_t begun_in;  /* a number of its own for each block */
    uint32_t products;  /* that it has begun; the last one at... */
    uintptr_t pc;
    bool fenced; /* since registers that are accumulators were accessed */
    size_t n, room;
    struct product *product;
    struct sums *sums[MOST_SETS];
};
static struct warp (*all[EMU_MAX_WORKERS])[MAX_WARPS];

static void *reserve(void *old, size_t bytes)
{
    uint64_t *log_end = emu_hold_on();
    void *more = realloc(old, bytes);
    emu_go_on(log_end);
    if (!more)
        emu_stop_at("begins too many products: memory is exhausted", 0);
    return more;
}

static struct warp *warp_at(const struct worker *w, uint32_t i)
{
    if (!all[w->number]) {
        all[w->number] = reserve(NULL, sizeof **all);
        memset(all[w->number], 0, sizeof **all);
    }
    struct warp *p = &(*all[w->number])[i];
    if (p->launch != w->launch->number || p->block != w->block) {
        p->launch = w->launch->number;
        p->block = w->block;
        p->committed = p->products = 0;
        p->begun_in++;
        p->n = 0;
        p->fenced = false;
        for (int s = 0; s < MOST_SETS && p->sums[s]; s++)
            p->sums[s]->in_flight = 0;
    }
    return p;
}

static struct warp *my_warp(void)
{
    const struct worker *w = emu_worker();
    return warp_at(w, emu_running(w) / WARP_SIZE);
}

/* ---- Elements. */

static int bytes_of(enum emu_element_kind kind)
{
    return kind == EMU_TF32 ? 4 : 2;
}

static float value_of(const char *at, enum emu_element_kind kind)
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
    const uint32_t bytes = (uint32_t)bytes_of(kind), each = 16 / bytes;
    for (uint32_t i = 0; along_k && i < n; i++)
        for (uint32_t j = 0; j < (uint32_t)k / each; j++) {
            const char *piece =
                window + emu_operand_piece(descriptor, true, first + i, j);
            for (uint32_t e = 0; e < each; e++)
                to[i][j * each + e] = value_of(piece + e * bytes, kind);
        }
    for (uint32_t i = 0; !along_k && i < n / each; i++)
        for (uint32_t j = 0; j < (uint32_t)k; j++) {
            const char *piece =
                window + emu_operand_piece(descriptor, false, first / each + i, j);
            for (uint32_t e = 0; e < each; e++)
                to[i * each + e][j] = value_of(piece + e * bytes, kind);
        }
}

/* ---- Accumulators: of row lane / 4 and 8 below, pairs of columns 8 apart. */

static int elements_in(const struct sums *s)
{
    return s->kind == EMU_F16 ? 2 : 1;
}

static float *element_of(struct sums *s, int lane, int r, int e)
{
    const int i = r * elements_in(s) + e;
    return &s->sum[lane / 4 + i / 2 % 2 * 8][i / 4 * 8 + lane % 4 * 2 + i % 2];
}

static void read_sums(struct sums *s)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < s->registers; r++)
            for (int e = 0; e < elements_in(s); e++)
                if (s->kind == EMU_F16)
                    *element_of(s, lane, r, e) =
                        value_of((char *)s->at[lane][r] + 2 * e, EMU_F16);
                else
                    memcpy(element_of(s, lane, r, e), s->at[lane][r], sizeof(float));
}

static void write_sums(struct sums *s)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < s->registers; r++)
            for (int e = 0; e < elements_in(s); e++) {
                const float value = *element_of(s, lane, r, e);
                const uint16_t two = emu_to_half(value);
                if (s->kind == EMU_F16)
                    memcpy((char *)s->at[lane][r] + 2 * e, &two, sizeof two);
                else
                    memcpy(s->at[lane][r], &value, sizeof value);
            }
}

static void poison(const struct sums *s)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < s->registers; r++)
            memset(s->at[lane][r], 0xff, sizeof(float));
}

/* ---- Beginning. */

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

/* The accumulators at these addresses, if they are in flight; else a new set of them,
   whose values the product reads if it adds. */
static struct sums *sums_of(struct warp *p, struct begin *const *lanes)
{
    const struct begin *first = lanes[0];
    struct sums **place = p->sums; /* a set that is not in flight */
    bool found = false;
    for (int i = 0; i < MOST_SETS; i++) {
        struct sums *of = p->sums[i];
        if (of && of->in_flight && of->at[0][0] == first->d[0] &&
            of->n == first->shape->n)
            return of;
        if (!found && (!of || !of->in_flight)) {
            place = &p->sums[i];
            found = true;
        }
    }
    if (!found)
        emu_stop_at("has products in flight for too many accumulators", first->pc);
    if (!*place)
        *place = reserve(NULL, sizeof **place);
    struct sums *s = *place;
    s->in_flight = 0;
    if (!p->fenced)
        stop_registers(
            "multiplies by wgmma into registers that it has accessed without "
            "a wgmma.fence since then",
            first->pc, 0);
    s->pc = first->pc;
    s->block = p->begun_in;
    s->n = first->shape->n;
    s->kind = first->shape->d;
    s->registers = s->n / 2 / elements_in(s);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        memcpy(s->at[lane], lanes[lane]->d, (size_t)s->registers * sizeof(void *));
    if (first->adds)
        read_sums(s);
    poison(s);
    return s;
}

/* Fragments of A, as for mma.sync: of rows lane / 4 and 8 below. */
static void read_fragments(struct product *to, struct begin *const *lanes)
{
    const enum emu_element_kind kind = to->shape.of;
    const int each = 4 / bytes_of(kind);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        for (int r = 0; r < 4; r++)
            for (int e = 0; e < each; e++)
                to->row[lane / 4 + r % 2 * 8][r / 2 * 4 * each + lane % 4 * each + e] =
                    value_of((char *)lanes[lane]->a_registers[r] + e * bytes_of(kind),
                             kind);
}

static int k_of(enum emu_element_kind kind)
{
    return 32 / bytes_of(kind);
}

/* A piece of shared memory that the warp will read. */
static void check_piece(const struct product *c, uint32_t offset)
{
    struct worker *w = emu_worker();
    uint32_t set; /* 4 words: 4 bytes of the shadow */
    if (offset + 16ull > emu_shared_bytes()) {
        struct fault_record f = emu_fault_here(FAULT_OUT_OF_BOUNDS, c->pc);
        f.offset = SHARED_OFFSET + offset;
        f.size = 16;
        emu_fault_abandon(w, &f);
    }
    memcpy(&set, w->shared_shadow + offset / 4, sizeof set);
    if (set != 0xffffffff)
        emu_odd_access(w->shared_shadow + offset / 4, SHARED_OFFSET + offset, 4, c->pc);
}

/* The warp's part of an operand: 16 rows of a, or all of b. */
static void tell_operand(struct worker *w, const struct product *c, uint32_t warp,
                         bool is_b)
{
    static __thread uint32_t emu_piece[MOST_N * 2];
    const uint64_t window = emu_shared_window() - w->shared_base;
    const uint64_t descriptor = is_b ? c->b : c->a;
    const bool along_k = !(is_b ? c->shape.trans_b : c->shape.trans_a);
    const uint32_t unit = along_k ? 1 : 8; /* rows of a piece */
    const uint32_t first = is_b ? 0 : warp % WARPGROUP * ROWS / unit;
    const uint32_t rows = (is_b ? (uint32_t)c->shape.n : ROWS) / unit;
    const uint32_t each = along_k ? 2 : MOST_K;
    int n = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < each; j++) {
            emu_piece[n] = (uint32_t)(window + emu_operand_piece(descriptor, along_k,
                                                                 first + i, j));
            check_piece(c, emu_piece[n++]);
        }
    const struct operand o = {.warp = warp,
                              .group = c->group,
                              .pc = c->pc,
                              .swizzle =
                                  descriptor >> 62 ? 256 >> (descriptor >> 62) : 0,
                              .n = n,
                              .piece = emu_piece};
    EMU_TELL(w->on, operand, w, &o);
}

static bool has(const struct sums *s, int lane, uintptr_t a)
{
    for (int r = 0; r < s->registers; r++)
        if (a - (uintptr_t)s->at[lane][r] < sizeof(float))
            return true;
    return false;
}

void emu_wgmma_touched(uintptr_t a, uintptr_t pc)
{
    const struct worker *w = emu_worker();
    const int lane = emu_running(w) % WARP_SIZE;
    struct warp *p = my_warp();
    for (int i = 0; i < MOST_SETS && p->sums[i]; i++) {
        const struct sums *s = p->sums[i];
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
    struct warp *p = my_warp();
    const struct begin *first = lanes[0];
    if (p->n == p->room) {
        p->product = reserve(p->product, (2 * p->room + 8) * sizeof *p->product);
        p->room = 2 * p->room + 8;
    }
    struct product *c = &p->product[p->n++];
    *c = (struct product){.shape = *first->shape,
                          .a = first->a,
                          .b = first->b,
                          .adds = first->adds,
                          .from_registers = first->a_registers != NULL,
                          .group = p->committed,
                          .pc = first->pc};
    c->sums = sums_of(p, lanes);
    c->sums->in_flight++;
    w->accumulates = true;
    p->products++;
    p->pc = first->pc;
    if (c->from_registers)
        read_fragments(c, lanes);
    if (!c->from_registers)
        tell_operand(w, c, w->first_lane / WARP_SIZE, false);
    tell_operand(w, c, w->first_lane / WARP_SIZE, true);
    const uint32_t rows =
        (c->from_registers ? 0 : ROWS) + (uint32_t)c->shape.n / WARPGROUP;
    const struct matrix_work work = {.of = c->shape.of,
                                     .sums = c->shape.d,
                                     .instructions = 1,
                                     .operations = 2ull * ROWS * (uint32_t)c->shape.n *
                                                   (uint32_t)k_of(c->shape.of),
                                     .read = rows * 32};
    EMU_TELL(w->on, matrix, w, &work);
    for (int lane = 0; lane < WARP_SIZE; lane++)
        lanes[lane]->complete = true;
}

_Noreturn static void stop_aligned(const char *text, uintptr_t pc)
{
    struct fault_record f = emu_fault_here(FAULT_BARRIER, pc);
    f.detail = DETAIL_ALIGNED;
    strncpy(f.text, text, sizeof f.text - 1);
    emu_fault_abandon(emu_worker(), &f);
}

/* What tells such instructions apart: struct emu_together. */
static uint64_t kind_of(const struct emu_wgmma_shape *s)
{
    return 1 | (uint64_t)s->n << 8 | (uint64_t)s->of << 20 | (uint64_t)s->d << 24 |
           (uint64_t)(s->trans_a | s->trans_b << 1 | s->negate_a << 2 |
                      s->negate_b << 3)
               << 28;
}

void emu_wgmma(const struct emu_wgmma_shape *shape, void *const d[], int adds,
               uint64_t a, void *const a_registers[], uint64_t b)
{
    const uintptr_t pc = (uintptr_t)__builtin_return_address(0);
    struct begin mine = {
        {begin, kind_of(shape)}, false, shape, d, a_registers, adds, a, b, pc};
    emu_warp_at(EMU_TOGETHER, 0xffffffff, (uint64_t)&mine, 0, pc);
    if (!mine.complete)
        stop_aligned("multiplies by wgmma without all 32 lanes of its warp", pc);
}

/* ---- The products. */

/* To zero, as a tensor core adds. */
static inline double truncated(double sum)
{
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bits &= ~((1ull << 29) - 1);
    memcpy(&sum, &bits, sizeof sum);
    return sum;
}

VECTORIZED static void add_products(struct sums *s, float row[][MOST_K],
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

static void multiply(struct product *c, uint32_t warp)
{
    float column[MOST_N][MOST_K], turned[MOST_K][MOST_N];
    const int k = k_of(c->shape.of);
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

/* Compute the products of groups before this one. */
static void compute(struct warp *p, uint32_t warp, uint32_t group)
{
    for (size_t i = 0; i < p->n && p->product[i].group < group; i++) {
        struct product *c = &p->product[i];
        if (!c->computed)
            multiply(c, warp);
        c->computed = true;
    }
}

/* Complete the groups of the running warp before this one. wgmma is an operation of the
   whole warpgroup: where one warp has waited, the others' operands are read, too. */
static void complete(struct worker *w, struct warp *p, uint32_t warp, uint32_t group)
{
    const uint32_t first = warp / WARPGROUP * WARPGROUP;
    size_t done = 0;
    for (uint32_t i = first; i < first + WARPGROUP; i++)
        compute(warp_at(w, i), i, group);
    for (; done < p->n && p->product[done].group < group; done++) {
        struct sums *s = p->product[done].sums;
        if (--s->in_flight == 0)
            write_sums(s);
    }
    p->n -= done;
    memmove(p->product, p->product + done, p->n * sizeof *p->product);
    if (group)
        EMU_TELL(w->on, multiplied, w, warp, group - 1);
}

/* True if the other warps of the running one's warpgroup have committed these groups,
   or will not before this warp goes on. */
static bool others_have_begun(uint32_t groups)
{
    const struct worker *w = emu_worker();
    const uint32_t warp = emu_running(w) / WARP_SIZE,
                   first = warp / WARPGROUP * WARPGROUP;
    for (uint32_t i = first; i < first + WARPGROUP; i++) {
        const uint8_t state = w->state[i * WARP_SIZE];
        if (i * WARP_SIZE < w->launch->threads && warp_at(w, i)->committed < groups &&
            state != THREAD_EXITED && state != THREAD_BARRIER)
            return false;
    }
    return true;
}

/* ---- Operations of a warp: the last lane to arrive does it for all. */

struct step {
    struct emu_together head;
    bool complete;
    unsigned prior;
};

static bool all_here(struct emu_together *const *lanes)
{
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (!lanes[lane])
            return false;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        ((struct step *)lanes[lane])->complete = true;
    return true;
}

static void run_fence(struct emu_together *const *lanes)
{
    if (all_here(lanes))
        my_warp()->fenced = true;
}

static void run_commit(struct emu_together *const *lanes)
{
    if (all_here(lanes))
        my_warp()->committed++;
}

static void run_wait(struct emu_together *const *lanes)
{
    struct worker *w = emu_worker();
    if (!all_here(lanes))
        return;
    struct warp *p = my_warp();
    const unsigned prior = ((struct step *)lanes[0])->prior;
    if (p->committed > prior)
        complete(w, p, w->first_lane / WARP_SIZE, p->committed - prior);
}

static void step(void (*run)(struct emu_together *const *lanes), unsigned prior,
                 uintptr_t pc)
{
    struct step mine = {{run, 1}, false, prior};
    emu_warp_at(EMU_TOGETHER, 0xffffffff, (uint64_t)&mine, 0, pc);
    if (!mine.complete)
        stop_aligned(
            "executes an instruction of wgmma without all 32 lanes of its warp", pc);
}

void emu_wgmma_fence(void)
{
    step(run_fence, 0, (uintptr_t)__builtin_return_address(0));
}

void emu_wgmma_commit(void)
{
    step(run_commit, 0, (uintptr_t)__builtin_return_address(0));
}

void emu_wgmma_wait(unsigned prior)
{
    enum { TURNS = 1000000 };
    const uint32_t committed = my_warp()->committed;
    const uint32_t groups = committed > prior ? committed - prior : 0;
    for (int i = 0; i < TURNS && !others_have_begun(groups); i++)
        emu_thread_pause();
    step(run_wait, prior, (uintptr_t)__builtin_return_address(0));
}

void emu_wgmma_end(struct worker *w)
{
    for (uint32_t i = 0; w->accumulates && i < w->launch->threads / WARP_SIZE; i++) {
        const struct warp *p = warp_at(w, i);
        const struct warp *first = warp_at(w, i / WARPGROUP * WARPGROUP);
        if (p->products == first->products)
            continue;
        const bool fewer = p->products < first->products;
        const struct fault_record f = {
            .kind = FAULT_BARRIER,
            .detail = DETAIL_ALIGNED,
            .block = w->block,
            .pc = fewer ? first->pc : p->pc,
            .thread = (fewer ? i / WARPGROUP * WARPGROUP : i) * WARP_SIZE,
            .text = "multiplies by wgmma without all four "
                    "warps of its warpgroup"};
        emu_fault_record(w, &f);
        return;
    }
}

/* ---- The fence between stores and asynchronous reads. */

void emu_proxy_fence(void)
{
    struct worker *w = emu_worker();
    if (!emu_in_kernel())
        return;
    emu_barrier_order((uintptr_t)__builtin_return_address(0));
    EMU_TELL(w->on, proxy_fence, w);
}
