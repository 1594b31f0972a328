/*
 * The program that nvcc has made of a kernel's loop: a warp's way through its machine
 * code. Which branches it takes is not known, but what it accesses is: the emulator
 * recorded this from barrier to barrier. So the way is the one on which the accesses are
 * the recorded ones, as far as possible, and that leads back to where it began.
 *
 *   blocks     instructions without a branch among them
 *   states     a block, and what was accessed since the last barrier. The search begins
 *              after each barrier, and ends at any
 *   circle     from barrier to barrier, once or several times through the recorded loop:
 *              nvcc may have unrolled it
 *
 * A loop without barriers is that one of the machine code which loads most.
 *
 * Instructions have 128 bits. NVIDIA does not document them: these fields are those
 * that cuobjdump -sass prints for compute capability 9.0.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cubin.h"
#include "profile.h"
#include "program.h"
#include "settings.h"

/* The lowest 9 bits. Bits 9 to 11 are the form: where the operands are. */
enum opcode {
    FMUL = 0x020,
    FADD = 0x021,
    FFMA = 0x023,
    IMAD = 0x024,
    IMAD_WIDE = 0x025,
    IMAD_HIGH = 0x027,
    LDSM = 0x03b,
    HMMA = 0x03c,
    BAR = 0x11d,
    DEPBAR = 0x11a,
    BRA = 0x147,
    BRX = 0x149,
    EXIT = 0x14d,
    LDG = 0x181,
    LDL = 0x183,
    LDS = 0x184,
    STG = 0x186,
    STL = 0x187,
    STS = 0x188,
    LDGSTS = 0x1ae,
    LDGDEPBAR = 0x1af,
    FIRST_FP16 = 0x030, /* HADD2 ... HFMA2: on the FMA pipe */
    LAST_FP16 = 0x035,
    ALWAYS = 7,    /* the predicate */
    REGISTERS = 1, /* the form of operands that are all in registers */
    NOWHERE = 255, /* register RZ */
};

static const double constant_latency = 30; /* cycles of instructions that set a
                                              scoreboard, other than accesses */

struct fields {
    enum opcode opcode;
    int form, predicate, words; /* words: of an access, per lane */
    int reg[3];
    int stall, sets, frees, waits, reuse;
    int groups; /* of DEPBAR: copies that may be in flight */
    int target; /* of BRA */
};

static unsigned bits(uint64_t from, int at, int n)
{
    return (unsigned)(from >> at & ((1u << n) - 1));
}

static struct fields fields_of(const struct machine_code *code, int i)
{
    const uint64_t low = code->at[i][0], high = code->at[i][1];
    const unsigned size = bits(high, 9, 3);
    struct fields f = {
        .opcode = bits(low, 0, 9),
        .form = (int)bits(low, 9, 3),
        .predicate = (int)bits(low, 12, 4),
        .words = size == 6 ? 4 : size == 5 ? 2 : 1,
        .reg = {(int)bits(low, 24, 8), (int)bits(low, 32, 8), (int)bits(high, 0, 8)},
        .stall = (int)bits(high, 41, 4),
        .sets = (int)bits(high, 46, 3),
        .frees = (int)bits(high, 49, 3),
        .waits = (int)bits(high, 52, 6),
        .reuse = (int)bits(high, 58, 4),
        .groups = (int)bits(low, 38, 6),
    };
    if (f.opcode == LDSM)
        f.words = 1 << bits(high, 8, 2);
    if (f.opcode == BRA) {
        /* A signed number of 48 bits, of which the lowest 8 are elsewhere; of 4 bytes. */
        int64_t by = (int64_t)((low >> 34 | high << 30) << 16) >> 16;
        f.target = i + 1 + (int)((by * 256 + bits(low, 16, 8)) * 4 / 16);
        if (bits(high, 23, 4) != ALWAYS) /* a second predicate */
            f.predicate = ALWAYS + 1;
    }
    return f;
}

/* ---- Blocks. */

/* What a warp accesses, in instructions and words of 4 bytes per lane. turns: how often
   it stores to shared memory after a load, and not after a store: a loop that nvcc has
   unrolled has fewer of them. */
struct accesses {
    int loads, load_words, shared_words, stored_words, copies, products, turns;
};
enum last { NEITHER, LOADED, STORED };

struct block {
    int from, to;  /* instructions */
    int next[2];   /* blocks; -1: none */
    bool at_barrier; /* it ends with one */
    enum last first, last; /* of its loads and stores */
    struct accesses has;
};

struct graph {
    struct machine_code code;
    struct block *block;
    int n;
};

static void note(struct block *b, const struct fields *f)
{
    struct accesses *a = &b->has;
    const enum last now = f->opcode == LDG   ? LOADED
                          : f->opcode == STS ? STORED
                                             : NEITHER;
    a->turns += b->last == LOADED && now == STORED;
    if (now && !b->first)
        b->first = now;
    if (now)
        b->last = now;
    a->loads += f->opcode == LDG;
    a->load_words += f->opcode == LDG ? f->words : 0;
    a->shared_words += f->opcode == LDS || f->opcode == LDSM ? f->words : 0;
    a->stored_words += f->opcode == STS ? f->words : 0;
    a->copies += f->opcode == LDGSTS;
    a->products += f->opcode == HMMA;
}

static bool ends_block(enum opcode o)
{
    return o == BRA || o == BRX || o == EXIT || o == BAR;
}

static struct graph graph_of(const struct machine_code *code)
{
    struct graph g = {.code = *code};
    const int n = code->n;
    bool *begins = emu_allocate((uint64_t)n + 1, sizeof *begins, "the model");
    int *number = emu_allocate((uint64_t)n + 1, sizeof *number, "the model");
    begins[0] = true;
    for (int i = 0; i < n; i++) {
        const struct fields f = fields_of(code, i);
        if (f.opcode == BRA && f.target >= 0 && f.target < n)
            begins[f.target] = true;
        begins[i + 1] |= ends_block(f.opcode);
    }
    for (int i = 0; i < n; i++)
        number[i] = begins[i] ? g.n++ : g.n - 1;
    number[n] = -1;
    g.block = emu_allocate((uint64_t)g.n, sizeof *g.block, "the model");
    for (int i = 0; i < n; i++) {
        const struct fields f = fields_of(code, i);
        struct block *b = &g.block[number[i]];
        if (begins[i])
            b->from = i;
        b->to = i + 1;
        note(b, &f);
        if (!begins[i + 1] && i + 1 < n)
            continue;
        const bool always = f.predicate == ALWAYS;
        const bool leaves = f.opcode == BRX || f.opcode == EXIT || f.opcode == BRA;
        b->next[0] = leaves && always ? -1 : number[i + 1];
        b->next[1] = f.opcode == BRA && f.target >= 0 && f.target < n ? number[f.target]
                                                                     : -1;
        b->at_barrier = f.opcode == BAR;
    }
    free(begins);
    free(number);
    return g;
}

/* ---- The search. */

struct state {
    int block; /* of which the accesses are counted already */
    enum last last;
    struct accesses did;
    int length; /* instructions since the last barrier */
    int before; /* the state before; -1: none */
};

enum { STATES = 1 << 15, TABLE = 2 * STATES };

struct search {
    const struct graph *g;
    struct state state[STATES];
    int n;
    int table[TABLE]; /* numbers of states, from 1 */
};

static uint32_t hash(const struct state *s)
{
    const int *value = &s->did.loads;
    uint32_t h = (uint32_t)s->block * 4 + s->last;
    for (size_t i = 0; i < sizeof s->did / sizeof *value; i++)
        h = h * 0x9e3779b1u + (uint32_t)value[i];
    return h ^ h >> 15;
}

/* Note a state, or a shorter way to it. */
static void reach(struct search *s, const struct state *to)
{
    uint32_t k = hash(to) % TABLE;
    for (; s->table[k]; k = (k + 1) % TABLE) {
        struct state *is = &s->state[s->table[k] - 1];
        if (is->block == to->block && is->last == to->last &&
            !memcmp(&is->did, &to->did, sizeof to->did))
            return;
    }
    if (s->n == STATES)
        return;
    s->state[s->n++] = *to;
    s->table[k] = s->n;
}

static bool beyond(int n, int asked)
{
    return n > asked + asked / 4 + 8;
}

/* Go through block number b. */
static void enter(struct search *s, int b, const struct state *from, int before,
                  const struct accesses *asked)
{
    if (b < 0)
        return;
    const struct block *block = &s->g->block[b];
    struct state to = {.block = b, .before = before};
    if (from) {
        to.did = from->did;
        to.length = from->length;
        to.last = from->last;
    }
    to.did.turns += to.last == LOADED && block->first == STORED;
    if (block->last)
        to.last = block->last;
    int *did = &to.did.loads;
    const int *has = &block->has.loads, *most = &asked->loads;
    for (size_t i = 0; i < sizeof to.did / sizeof *did; i++)
        if (beyond(did[i] += has[i], most[i]))
            return;
    to.length += block->to - block->from;
    reach(s, &to);
}

static double apart(int a, int b)
{
    return a > b ? a - b : b - a;
}

/* How far a way is from what was recorded, in words. */
static double distance(const struct accesses *a, const struct accesses *b)
{
    return 4 * apart(a->loads, b->loads) + apart(a->load_words, b->load_words) +
           apart(a->shared_words, b->shared_words) +
           apart(a->stored_words, b->stored_words) + 4 * apart(a->copies, b->copies) +
           4 * apart(a->products, b->products) +
           apart(a->turns, b->turns) / 4;
}

/* All ways from the block after a barrier to the next one. */
static void search(struct search *s, int from, const struct accesses *asked)
{
    s->n = 0;
    memset(s->table, 0, sizeof s->table);
    enter(s, from, NULL, -1, asked);
    for (int i = 0; i < s->n; i++) {
        const struct state now = s->state[i];
        if (s->g->block[now.block].at_barrier)
            continue;
        for (int k = 0; k < 2; k++)
            enter(s, s->g->block[now.block].next[k], &now, i, asked);
    }
}

/* The state at barrier `to` that is nearest to what is asked; -1: none. */
static int nearest(const struct search *s, int to, const struct accesses *asked,
                   double *cost)
{
    int best = -1;
    for (int i = 0; i < s->n; i++) {
        if (s->state[i].block != to)
            continue;
        const double d = distance(&s->state[i].did, asked) + 1e-3 * s->state[i].length;
        if (best < 0 || d < *cost) {
            *cost = d;
            best = i;
        }
    }
    return best;
}

/* ---- The circle. */

enum { MOST_BARRIERS = 24, MOST_ROUNDS = 4, MOST_INTERVALS = 4 };

struct circle {
    int barrier[MOST_BARRIERS]; /* blocks that end with one */
    int barriers;
    struct accesses asked[MOST_INTERVALS];
    int intervals;
    double cost[MOST_INTERVALS][MOST_BARRIERS][MOST_BARRIERS]; /* below 0: no way */
};

static void ask(struct circle *c, const struct loop *l)
{
    struct accesses *a = c->asked;
    enum last last = NEITHER;
    for (int i = 0; i < l->n && c->intervals < MOST_INTERVALS; i++) {
        const struct step *s = &l->step[i];
        const int words = (s->size + 3) / 4 * s->words;
        a->loads += s->kind == STEP_LOAD;
        a->load_words += s->kind == STEP_LOAD ? words : 0;
        a->shared_words += s->kind == STEP_SHARED_LOAD ? words : 0;
        a->stored_words += s->kind == STEP_SHARED_STORE ? words : 0;
        a->copies += s->kind == STEP_COPY;
        a->products += s->kind == STEP_MATRIX;
        a->turns += s->kind == STEP_SHARED_STORE && last == LOADED;
        if (s->kind == STEP_LOAD || s->kind == STEP_SHARED_STORE)
            last = s->kind == STEP_LOAD ? LOADED : STORED;
        if (s->kind == STEP_BARRIER)
            a = &c->asked[++c->intervals];
    }
}

static void measure(struct circle *c, struct search *s)
{
    for (int i = 0; i < c->intervals; i++)
        for (int a = 0; a < c->barriers; a++) {
            search(s, s->g->block[c->barrier[a]].next[0], &c->asked[i]);
            for (int b = 0; b < c->barriers; b++)
                if (nearest(s, c->barrier[b], &c->asked[i], &c->cost[i][a][b]) < 0)
                    c->cost[i][a][b] = -1;
        }
}

/* The cheapest circle from barrier `first` with so many rounds; below 0: none. *way: the
   barriers on it. */
static double go_round(const struct circle *c, int first, int rounds, int *way)
{
    enum { MOST = MOST_INTERVALS * MOST_ROUNDS };
    double cost[MOST + 1][MOST_BARRIERS];
    int from[MOST + 1][MOST_BARRIERS];
    const int n = c->intervals * rounds;
    for (int b = 0; b < c->barriers; b++)
        cost[0][b] = b == first ? 0 : -1;
    for (int i = 0; i < n; i++)
        for (int b = 0; b < c->barriers; b++) {
            cost[i + 1][b] = -1;
            for (int a = 0; a < c->barriers; a++) {
                const double step = c->cost[i % c->intervals][a][b];
                if (cost[i][a] < 0 || step < 0 ||
                    (cost[i + 1][b] >= 0 && cost[i + 1][b] <= cost[i][a] + step))
                    continue;
                cost[i + 1][b] = cost[i][a] + step;
                from[i + 1][b] = a;
            }
        }
    if (cost[n][first] < 0)
        return -1;
    way[n] = first;
    for (int i = n; i > 0; i--)
        way[i - 1] = from[i][way[i]];
    return cost[n][first];
}

/* ---- The program. */

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
    struct instruction *more =
        realloc(w->p.at, (size_t)(w->p.n + n) * sizeof *w->p.at);
    if (!more)
        emu_give_up();
    w->p.at = more;
    for (int i = block->from; i < block->to; i++) {
        const struct fields f = fields_of(&w->g->code, i);
        w->p.at[w->p.n] =
            instruction_of(&f, w->p.n ? &w->before : NULL, &w->costs);
        w->p.n++;
        w->before = f;
    }
}

static void write_way(struct writer *w, const struct search *s, int state)
{
    if (s->state[state].before >= 0)
        write_way(w, s, s->state[state].before);
    write_block(w, s->state[state].block);
}

static struct accesses all_of(const struct graph *g, const int *way, int n,
                              const struct circle *c, struct search *s,
                              struct writer *w)
{
    struct accesses all = {0};
    int *sum = &all.loads;
    for (int i = 0; i < n; i++) {
        const struct accesses *asked = &c->asked[i % c->intervals];
        double cost = 0;
        search(s, g->block[c->barrier[way[i]]].next[0], asked);
        const int end = nearest(s, c->barrier[way[i + 1]], asked, &cost);
        const int *did = &s->state[end].did.loads;
        for (size_t k = 0; k < sizeof all / sizeof *sum; k++)
            sum[k] += did[k];
        if (w)
            write_way(w, s, end);
    }
    return all;
}

static int steps(const struct loop *l, enum step_kind kind)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        n += l->step[i].kind == kind;
    return n;
}

static double per(double all, double n)
{
    return n > 0 ? all / n : 0;
}

/* The cycles of all accesses are those that were counted, whatever instructions nvcc
   makes of them. */
static struct costs costs_of(const struct loop *l, const struct work_of_warp *w,
                             const struct accesses *all, int rounds)
{
    return (struct costs){
        .load = per(rounds * w->load_lines * steps(l, STEP_LOAD), all->load_words),
        .copy = per(rounds * w->store_wavefronts * steps(l, STEP_COPY), all->copies),
        .shared =
            per(rounds * w->wavefronts * steps(l, STEP_SHARED_LOAD), all->shared_words),
        .stored = per(rounds * w->store_wavefronts * steps(l, STEP_SHARED_STORE),
                      all->stored_words),
        .product = per(rounds * l->barriers * w->products / fmax(1, w->barriers), all->products),
        .latency = w->latency,
    };
}

/* Words of what was recorded that a way may differ by: a third of all. */
static double allowed(const struct circle *c)
{
    static const struct accesses none;
    double all = 0;
    for (int i = 0; i < c->intervals; i++)
        all += distance(&none, &c->asked[i]);
    return all / 3;
}

/* With barriers. Returns the cost of a round, below 0 if there is no way. */
static double with_barriers(const struct graph *g, const struct loop *l,
                            const struct work_of_warp *w, struct program *to)
{
    enum { MOST = MOST_INTERVALS * MOST_ROUNDS };
    struct circle *c = emu_allocate(1, sizeof *c, "the model");
    struct search *s = emu_allocate(1, sizeof *s, "the model");
    double best = -1;
    int way[MOST + 1], chosen[MOST + 1], rounds = 0;
    s->g = g;
    for (int b = 0; b < g->n && c->barriers < MOST_BARRIERS; b++)
        if (g->block[b].at_barrier)
            c->barrier[c->barriers++] = b;
    ask(c, l);
    measure(c, s);
    for (int r = 1; r <= MOST_ROUNDS; r++)
        for (int b = 0; b < c->barriers; b++) {
            const double cost = go_round(c, b, r, way) / r;
            if (cost < 0 || (best >= 0 && cost >= 0.98 * best))
                continue;
            best = cost;
            rounds = r;
            memcpy(chosen, way, sizeof way);
        }
    if (best > allowed(c))
        best = -1;
    if (best >= 0) {
        const int n = c->intervals * rounds;
        const struct accesses all = all_of(g, chosen, n, c, s, NULL);
        struct writer writer = {.g = g, .costs = costs_of(l, w, &all, rounds)};
        all_of(g, chosen, n, c, s, &writer);
        *to = writer.p;
        to->passes = w->barriers / n;
    }
    free(c);
    free(s);
    return best;
}

/* Without: of loops that have none inside, the one that loads most. */
static double without_barriers(const struct graph *g, const struct loop *l,
                               const struct work_of_warp *w, struct program *to)
{
    int first = -1, last = -1, most = 0;
    for (int end = 0; end < g->n; end++) {
        const int begin = g->block[end].next[1];
        if (begin < 0 || begin > end)
            continue;
        int loads = 0;
        for (int b = begin; b <= end; b++)
            loads += g->block[b].has.loads;
        for (int b = begin; b < end; b++)
            if (g->block[b].next[1] >= begin && g->block[b].next[1] <= b)
                loads = 0;
        if (loads > most) {
            most = loads;
            first = begin;
            last = end;
        }
    }
    if (!most)
        return -1;
    struct accesses all = {0};
    int *sum = &all.loads;
    for (int b = first; b <= last; b++)
        for (size_t k = 0; k < sizeof all / sizeof *sum; k++)
            sum[k] += (&g->block[b].has.loads)[k];
    struct writer writer = {.g = g, .costs = costs_of(l, w, &all, 1)};
    writer.costs.load = w->load_lines * all.loads / all.load_words;
    for (int b = first; b <= last; b++)
        write_block(&writer, b);
    *to = writer.p;
    to->passes = w->loads / all.loads;
    return 0;
}

bool emu_nvcc_program(const char *kernel, const struct loop *l,
                      const struct work_of_warp *w, int warps, struct program *to)
{
    enum { MOST = 64 };
    struct machine_code code[MOST];
    double best = -1;
    const int n = emu_cubin_kernels(kernel, code, MOST);
    for (int i = 0; i < n; i++) {
        struct graph g = graph_of(&code[i]);
        struct program p = {0};
        double cost =
            l->barriers ? with_barriers(&g, l, w, &p) : without_barriers(&g, l, w, &p);
        free(g.block);
        if (cost < 0 || (best >= 0 && cost >= best)) {
            free(p.at);
            continue;
        }
        if (best >= 0)
            free(to->at);
        best = cost;
        *to = p;
        to->warps = warps;
    }
    return best >= 0;
}
