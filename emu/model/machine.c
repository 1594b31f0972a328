/* Machine code: fields of instructions, and blocks. */
#include "machine.h"

#include <stdlib.h>

#include "settings.h"

static unsigned bits(uint64_t from, int at, int n)
{
    return (unsigned)(from >> at & ((1u << n) - 1));
}

struct fields emu_fields(const struct machine_code *code, int i)
{
    const uint64_t low = code->at[i][0], high = code->at[i][1];
    const unsigned size = bits(high, 9, 3);
    struct fields f = {
        .opcode = bits(low, 0, 9),
        .form = (int)bits(low, 9, 3),
        .predicate = (int)bits(low, 12, 4),
        .words = size == 6   ? 4
                 : size == 5 ? 2
                             : 1,
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
        /* A signed number of 48 bits, of which the lowest 8 are elsewhere; of 4 bytes.
         */
        int64_t by = (int64_t)((low >> 34 | high << 30) << 16) >> 16;
        f.target = i + 1 + (int)((by * 256 + bits(low, 16, 8)) * 4 / 16);
        if (bits(high, 23, 4) != ALWAYS) /* a second predicate */
            f.predicate = ALWAYS + 1;
    }
    return f;
}

static void note(struct block *b, const struct fields *f)
{
    struct accesses *a = &b->has;
    const enum last now = f->opcode == LDG   ? LOADED
                          : f->opcode == STS ? STORED
                                             : NEITHER;
    a->n[TURNS] += b->last == LOADED && now == STORED;
    if (now && !b->first)
        b->first = now;
    if (now)
        b->last = now;
    a->n[LOADS] += f->opcode == LDG;
    a->n[LOAD_WORDS] += f->opcode == LDG ? f->words : 0;
    a->n[SHARED_WORDS] += f->opcode == LDS || f->opcode == LDSM ? f->words : 0;
    a->n[STORED_WORDS] += f->opcode == STS ? f->words : 0;
    a->n[COPIES] += f->opcode == LDGSTS;
    a->n[PRODUCTS] += f->opcode == HMMA;
}

static bool ends_block(enum opcode o)
{
    return o == BRA || o == BRX || o == EXIT || o == BAR;
}

struct graph emu_graph(const struct machine_code *code)
{
    struct graph g = {.code = *code};
    const int n = code->n;
    bool *begins = emu_allocate((uint64_t)n + 1, sizeof *begins, "the model");
    int *number = emu_allocate((uint64_t)n + 1, sizeof *number, "the model");
    begins[0] = true;
    for (int i = 0; i < n; i++) {
        const struct fields f = emu_fields(code, i);
        if (f.opcode == BRA && f.target >= 0 && f.target < n)
            begins[f.target] = true;
        begins[i + 1] |= ends_block(f.opcode);
    }
    for (int i = 0; i < n; i++)
        number[i] = begins[i] ? g.n++ : g.n - 1;
    number[n] = -1;
    g.block = emu_allocate((uint64_t)g.n, sizeof *g.block, "the model");
    for (int i = 0; i < n; i++) {
        const struct fields f = emu_fields(code, i);
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
        b->next[1] =
            f.opcode == BRA && f.target >= 0 && f.target < n ? number[f.target] : -1;
        b->at_barrier = f.opcode == BAR;
    }
    free(begins);
    free(number);
    return g;
}
