/*
 * The program that nvcc has made of a kernel's loop: the instructions on a warp's way
 * through its machine code, with the units that they need and the cycles that they
 * take.
 */
#include <math.h>
#include <stdlib.h>

#include "cubin.h"
#include "profile.h"
#include "program.h"
#include "settings.h"
#include "way.h"

static const double constant_latency = 30; /* cycles of instructions that set a
                                              scoreboard, other than accesses */

struct costs {
    double load, copy, shared, stored; /* cycles of the pipe per access, or per word */
    double product;                    /* cycles of a tensor core */
    double latency;                    /* of a global load */
};

static enum unit unit_of(enum opcode o)
{
    switch (o) {
    case FFMA:
    case FMUL:
    case FADD:
        return UNIT_FMA;
    case IMAD:
    case IMAD_WIDE:
    case IMAD_HIGH:
        return UNIT_INTEGER;
    case LDG:
    case LDL:
    case LDS:
    case LDSM:
    case STG:
    case STL:
    case STS:
        return UNIT_MEMORY;
    case LDGSTS:
        return UNIT_COPY;
    case HMMA:
        return UNIT_MATRIX;
    case BAR:
        return UNIT_BARRIER;
    default:
        return o >= FIRST_FP16 && o <= LAST_FP16 ? UNIT_INTEGER
               : o < FMUL                        ? UNIT_LOGIC
                                                 : UNIT_NONE;
    }
}

/* Registers that it reads in each of two banks. The reuse cache keeps operands of the
   instruction before. */
static void read_registers(struct instruction *i, const struct fields *f,
                           const struct fields *before)
{
    for (int k = 0; k < 3; k++) {
        const int r = f->reg[k];
        bool read = r != NOWHERE && (k != 1 || f->form == REGISTERS);
        if (i->unit != UNIT_FMA)
            read = read && k < 2;
        if (before && before->reuse >> k & 1 && before->reg[k] == r)
            read = false;
        for (int j = 0; j < k; j++)
            read = read && f->reg[j] != r;
        i->reads[r & 1] += read;
    }
}

static struct instruction instruction_of(const struct fields *f,
                                         const struct fields *before,
                                         const struct costs *c)
{
    struct instruction i = {.unit = (uint8_t)unit_of(f->opcode),
                            .stall = (uint8_t)(f->stall ? f->stall : 1),
                            .sets = (uint8_t)(f->sets < SLOTS ? f->sets : NO_SLOT),
                            .frees = (uint8_t)(f->frees < SLOTS ? f->frees : NO_SLOT),
                            .waits = (uint8_t)f->waits,
                            .leaves = -1,
                            .latency = (float)constant_latency};
    const double near = emu_profile()->shared_latency;
    if (i.unit == UNIT_FMA || i.unit == UNIT_INTEGER || i.unit == UNIT_LOGIC)
        read_registers(&i, f, before);
    switch (f->opcode) {
    case LDG:
        i.global = true;
        i.pipe = (float)(c->load * f->words);
        i.latency = (float)c->latency;
        break;
    case LDS:
    case LDSM:
        i.pipe = (float)(c->shared * f->words);
        i.latency = (float)(near - 3); /* -3: to the pipe */
        break;
    case STS:
        i.pipe = (float)(c->stored * f->words);
        break;
    case LDL:
    case STL:
    case STG:
        i.pipe = (float)f->words;
        i.latency = (float)near;
        break;
    case HMMA:
        i.pipe = (float)c->product;
        break;
    case LDGSTS:
        i.pipe = (float)c->copy;
        i.latency = (float)c->latency;
        break;
    case LDGDEPBAR:
        i.commits = true;
        break;
    case DEPBAR:
        i.leaves = (int8_t)f->groups;
        break;
    default:
        break;
    }
    return i;
}

struct writer {
    const struct graph *g;
    struct costs costs;
    struct program p;
    struct fields before;
};

static void write_block(struct writer *w, int b)
{
    const struct block *block = &w->g->block[b];
    const int n = block->to - block->from;
    struct instruction *more = realloc(w->p.at, (size_t)(w->p.n + n) * sizeof *w->p.at);
    if (!more)
        emu_give_up();
    w->p.at = more;
    for (int i = block->from; i < block->to; i++) {
        const struct fields f = emu_fields(&w->g->code, i);
        w->p.at[w->p.n] = instruction_of(&f, w->p.n ? &w->before : NULL, &w->costs);
        w->p.n++;
        w->before = f;
    }
}

/* Steps of a kind that were recorded for the way. */
static double steps(const struct loop *l, const struct way *way, enum step_kind kind)
{
    if (!l->barriers) /* a few iterations: the way is one, which nvcc has unrolled */
        return kind == STEP_LOAD ? way->did.n[LOADS] : 0;
    return way->rounds * emu_steps(l, kind);
}

static double passes_of(const struct loop *l, const struct work_of_warp *w,
                        const struct way *way)
{
    return l->barriers ? w->barriers / (way->rounds * l->barriers)
                       : w->loads / way->did.n[LOADS];
}

static double per(double all, double n)
{
    return n > 0 ? all / n : 0;
}

/* The cycles of all accesses are those that were counted, whatever instructions nvcc
   makes of them. */
static struct costs costs_of(const struct loop *l, const struct work_of_warp *w,
                             const struct way *way)
{
    const struct accesses *did = &way->did;
    const double loads = steps(l, way, STEP_LOAD), copies = steps(l, way, STEP_COPY);
    const double shared = steps(l, way, STEP_SHARED_LOAD);
    const double stores = steps(l, way, STEP_SHARED_STORE);
    return (struct costs){
        .load = per(w->load_lines * loads, did->n[LOAD_WORDS]),
        .copy = per(w->store_wavefronts * copies, did->n[COPIES]),
        .shared = per(w->wavefronts * shared, did->n[SHARED_WORDS]),
        .stored = per(w->store_wavefronts * stores, did->n[STORED_WORDS]),
        .product = per(w->products / fmax(1, passes_of(l, w, way)), did->n[PRODUCTS]),
        .latency = w->latency,
    };
}

static struct program program_of(const struct graph *g, const struct way *way,
                                 const struct loop *l, const struct work_of_warp *w)
{
    struct writer writer = {.g = g, .costs = costs_of(l, w, way)};
    for (int i = 0; i < way->n; i++)
        write_block(&writer, way->block[i]);
    writer.p.passes = passes_of(l, w, way);
    return writer.p;
}

enum { MOST_KERNELS = 64 };

/* The kernel of that name on whose way the accesses are most like the recorded ones. */
struct found {
    struct graph graph;
    struct way way; /* both for free_found(); no blocks: there is no such kernel */
};

static void free_found(struct found *f)
{
    free(f->way.block);
    free(f->graph.block);
}

static struct found most_like(const char *kernel, const struct loop *l)
{
    struct machine_code code[MOST_KERNELS];
    struct found best = {0};
    for (int n = emu_cubin_kernels(kernel, code, MOST_KERNELS), i = 0; i < n; i++) {
        struct found f = {.graph = emu_graph(&code[i])};
        if (emu_way(&f.graph, l, &f.way) &&
            (!best.way.n || f.way.cost < best.way.cost)) {
            free_found(&best);
            best = f;
        } else {
            free_found(&f);
        }
    }
    return best;
}

int emu_nvcc_registers(const char *kernel, const struct loop *l)
{
    struct machine_code code[2];
    if (emu_cubin_kernels(kernel, code, 2) < 2)
        return emu_cubin_registers(kernel);
    struct found f = most_like(kernel, l);
    const int registers =
        f.way.n ? f.graph.code.registers : emu_cubin_registers(kernel);
    free_found(&f);
    return registers;
}

bool emu_nvcc_program(const char *kernel, const struct loop *l,
                      const struct work_of_warp *w, int warps, struct program *to)
{
    struct found f = most_like(kernel, l);
    const bool found = f.way.n > 0;
    if (found) {
        *to = program_of(&f.graph, &f.way, l, w);
        to->warps = warps;
    }
    free_found(&f);
    return found;
}
