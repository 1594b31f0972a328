/*
 * Matrices of 8 x 8 elements that a warp loads and stores together, and products of
 * such fragments: PTX's ldmatrix, stmatrix and mma.sync. Each lane's registers hold the
 * elements that the PTX ISA gives them (warp-level matrix instructions).
 */
#include <stdio.h>
#include <string.h>

#include "element_kind.h"
#include "emu_launch.h"
#include "event.h"
#include "note.h"
#include "platform.h"
#include "request.h"
#include "withheld.h"

enum { LANES = WARP_SIZE, MOST_MATRICES = 4, ROW_BYTES = 16, REGISTER = 4 /* bytes */ };

/* What a lane gives to an operation of its warp. `complete` becomes true if all lanes
   take part. */
struct together {
    struct emu_together head;
    bool complete;
};

static bool all_here(struct emu_together *const *lanes)
{
    for (int lane = 0; lane < LANES; lane++)
        if (!lanes[lane])
            return false;
    return true;
}

/* Wait for the other lanes: the last one runs mine->head.run(). Lanes that have ended
   are missing. */
static void meet(struct together *mine, const char *without, uintptr_t site)
{
    emu_warp_at(EMU_TOGETHER, 0xffffffff, (uint64_t)mine, 0, site);
    if (mine->complete)
        return;
    struct fault_record f = emu_fault_here(FAULT_BARRIER, site);
    f.detail = DETAIL_ALIGNED;
    snprintf(f.text, sizeof f.text, "%s", without);
    emu_fault_abandon(emu_worker(), &f);
}

/* What tells such instructions apart: struct emu_together. */
static uint64_t kind_of(int n, int trans)
{
    return 1 | (uint64_t)n << 8 | (uint64_t)trans << 16;
}

/* ---- ldmatrix and stmatrix. */

struct rows {
    struct together head;
    void *const *registers;
    int n;
    bool trans;
    char *row;              /* that this lane gives the address of */
    char stored[ROW_BYTES]; /* what it gets */
};

/* The lane that gives the address of row i of matrix m. */
static struct rows *lane_of_row(struct emu_together *const *lanes, int m, int i)
{
    return (struct rows *)lanes[8 * m + i];
}

static char *row_of(struct emu_together *const *lanes, int m, int i)
{
    return lane_of_row(lanes, m, i)->row;
}

static void load(struct emu_together *const *lanes)
{
    if (!all_here(lanes))
        return;
    for (int lane = 0; lane < LANES; lane++) {
        struct rows *mine = (struct rows *)lanes[lane];
        for (int m = 0; m < mine->n; m++) {
            char *to = mine->registers[m];
            if (!mine->trans) {
                memcpy(to, row_of(lanes, m, lane / 4) + lane % 4 * 4, 4);
                continue;
            }
            for (int e = 0; e < 2; e++)
                memcpy(to + 2 * e, row_of(lanes, m, lane % 4 * 2 + e) + lane / 4 * 2,
                       2);
        }
        for (int m = 0; emu_withholds(WAY_LDMATRIX) && m < mine->n; m++)
            emu_withhold_bytes(mine->registers[m], REGISTER);
        mine->head.complete = true;
    }
    struct worker *w = emu_worker();
    const struct matrix_work work = {.loaded = 8 * ROW_BYTES *
                                               (uint32_t)((struct rows *)lanes[0])->n};
    EMU_TELL(w->on, matrix, w, &work);
}

/* Each lane gets what its row will have. */
static void store(struct emu_together *const *lanes)
{
    if (!all_here(lanes))
        return;
    for (int lane = 0; lane < LANES; lane++) {
        struct rows *mine = (struct rows *)lanes[lane];
        for (int m = 0; m < mine->n; m++) {
            const char *from = mine->registers[m];
            if (!mine->trans) {
                memcpy(lane_of_row(lanes, m, lane / 4)->stored + lane % 4 * 4, from, 4);
                continue;
            }
            for (int e = 0; e < 2; e++)
                memcpy(lane_of_row(lanes, m, lane % 4 * 2 + e)->stored + lane / 4 * 2,
                       from + 2 * e, 2);
        }
        mine->head.complete = true;
    }
}

/* True if the lane's address is that of a row of one of the n matrices. */
static bool gives_row(int n)
{
    const struct worker *w = emu_worker();
    return (w->running - w->thread) % LANES < 8 * n;
}

static const uint64_t log2_of_row = 4;

void emu_ldmatrix(void *const to[], int n, int trans, const void *row)
{
    const uintptr_t site = EMU_CALLER();
    struct rows mine = {
        {{load, kind_of(n, trans)}, false}, to, n, trans, (char *)row, {}};
    if (gives_row(n))
        emu_access(row, log2_of_row, site);
    meet(&mine.head, "loads a matrix without all 32 lanes of its warp", site);
}

void emu_stmatrix(void *row, void *const from[], int n, int trans)
{
    const uintptr_t site = EMU_CALLER();
    struct rows mine = {{{store, kind_of(n, trans)}, false}, from, n, trans, row, {}};
    meet(&mine.head, "stores a matrix without all 32 lanes of its warp", site);
    if (gives_row(n)) {
        emu_access(row, log2_of_row | KEY_WRITE, site);
        memcpy(row, mine.stored, ROW_BYTES);
    }
}

/* ---- mma.sync: d = a b + c. */

enum { M = 16, N = 8, MOST_K = 32 };

struct product {
    struct together head;
    const struct emu_mma_shape *shape;
    void *const *d, *const *a, *const *b, *const *c;
    uintptr_t site;
};

/* Element e of a lane's registers. */
static char *place_of(void *const registers[], enum emu_element_kind kind, int e)
{
    const int at = e * emu_element_bytes(kind);
    return (char *)registers[at / REGISTER] + at % REGISTER;
}

/* The factors and sums of all lanes. */
struct matrices {
    int k;
    double a[M][MOST_K], b[MOST_K][N], sum[M][N];
};

/* The elements of a register are neighbours in a row of a, or in a column of b: a run.
   The registers of a are in turn those of row lane / 4, of row lane / 4 + 8, and of the
   same rows 4 runs further; those of b are of column lane / 4. The sums are two
   neighbours each of the same two rows. */
static void gather(struct emu_together *const *lanes, struct matrices *all)
{
    const struct emu_mma_shape *s = ((struct product *)lanes[0])->shape;
    const struct element *of = emu_element(s->__of), *of_b = emu_element(s->__of_b);
    const int run = REGISTER / emu_element_bytes(s->__of),
              each = s->__k / (4 * run); /* runs of a row in a lane */
    float value[REGISTER];
    all->k = s->__k;
    for (int lane = 0; lane < LANES; lane++) {
        const struct product *p = (struct product *)lanes[lane];
        const int line = lane / 4, first = lane % 4 * run;
        for (int r = 0; r < 2 * each; r++) {
            of->decode(p->a[r], run, value);
            for (int e = 0; e < run; e++)
                all->a[line + r % 2 * 8][r / 2 * 4 * run + first + e] = value[e];
        }
        for (int r = 0; r < each; r++) {
            of_b->decode(p->b[r], run, value);
            for (int e = 0; e < run; e++)
                all->b[r * 4 * run + first + e][line] = value[e];
        }
        for (int i = 0; i < 4; i++)
            all->sum[line + i / 2 * 8][lane % 4 * 2 + i % 2] =
                emu_element(s->__c)->read(place_of(p->c, s->__c, i));
    }
}

VECTORIZED static void add_products(struct matrices *all)
{
    for (int i = 0; i < M; i++)
        for (int e = 0; e < all->k; e++)
            for (int j = 0; j < N; j++)
                all->sum[i][j] += all->a[i][e] * all->b[e][j];
}

/* Products of an element of one input with an element of the other: of half of the
   sums, drawn at random, they are taken away again. */
static void withhold(struct matrices *all)
{
    int of_a[M][MOST_K], of_b[MOST_K][N];
    for (int e = 0; e < all->k; e++) {
        for (int i = 0; i < M; i++)
            of_a[i][e] = emu_withhold_input((float)all->a[i][e]);
        for (int j = 0; j < N; j++)
            of_b[e][j] = emu_withhold_input((float)all->b[e][j]);
    }
    for (int i = 0; i < M; i++) {
        const uint64_t drawn = emu_withhold_draw();
        for (int j = 0; j < N; j++)
            for (int e = 0; drawn >> j & 1 && e < all->k; e++)
                if (of_a[i][e] >= 0 && of_b[e][j] >= 0 && of_a[i][e] != of_b[e][j])
                    all->sum[i][j] -= all->a[i][e] * all->b[e][j];
    }
}

void emu_matrix(enum emu_element_kind of, enum emu_element_kind sums, int instructions,
                long operations)
{
    struct worker *w = emu_worker();
    const struct matrix_work work = {.of = of,
                                     .sums = sums,
                                     .instructions = (uint32_t)instructions,
                                     .operations = (uint64_t)operations};
    EMU_TELL(w->on, matrix, w, &work);
}

/* True if some factor has bits that its product ignores. */
static bool is_cut(struct emu_together *const *lanes, uint32_t ignored)
{
    uint32_t bits, all = 0;
    for (int lane = 0; lane < LANES; lane++) {
        const struct product *p = (struct product *)lanes[lane];
        for (int r = 0; r < p->shape->__k / 2;
             r++) { /* 16 k / 32 of a, 8 k / 32 of b */
            memcpy(&bits, p->a[r], sizeof bits);
            all |= bits;
        }
        for (int r = 0; r < p->shape->__k / 4; r++) {
            memcpy(&bits, p->b[r], sizeof bits);
            all |= bits;
        }
    }
    return all & ignored;
}

static void multiply(struct emu_together *const *lanes)
{
    struct matrices all;
    if (!all_here(lanes))
        return;
    gather(lanes, &all);
    add_products(&all);
    if (emu_withholds(WAY_MMA))
        withhold(&all);
    const struct emu_mma_shape *s = ((struct product *)lanes[0])->shape;
    const struct element *of = emu_element(s->__of);
    if (of->ignored && is_cut(lanes, of->ignored))
        emu_note(
            ((struct product *)lanes[0])->site, "ROUNDING",
            "round each factor by cvt.rna.tf32.f32 before: what is cut off has one "
            "sign, and adds up over K",
            "tf32 factors have more than 11 significant bits: the lower 13 bits of "
            "these floats are ignored");
    emu_matrix(s->__of, s->__d, 1, 2 * M * N * s->__k);
    for (int lane = 0; lane < LANES; lane++) {
        struct product *p = (struct product *)lanes[lane];
        for (int i = 0; i < 4; i++)
            emu_element(s->__d)->write(
                place_of(p->d, s->__d, i),
                all.sum[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2], s->__saturates);
        p->head.complete = true;
    }
}

void emu_mma(const struct emu_mma_shape *shape, void *const d[], void *const a[],
             void *const b[], void *const c[])
{
    const uintptr_t site = EMU_CALLER();
    const unsigned sums = 1u << shape->__c | 1u << shape->__d;
    if (!emu_element_multiplies(shape->__of, shape->__of_b) ||
        sums & ~emu_element(shape->__of)->mma_sums)
        emu_stop_at("multiplies elements of a kind that mma.sync does not have", site);
    struct product mine = {
        {{multiply, (uint64_t)shape}, false}, shape, d, a, b, c, site};
    meet(&mine.head, "multiplies fragments without all 32 lanes of its warp", site);
}
