/* A trace as text: probe_trace.h has the format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "count.h"
#include "memory.h"
#include "shared.h"
#include "symbols.h"
#include "trace.h"
#include "wavefronts.h"

/* ---- A row. */

const struct probe_matrix *emu_trace_matrix(const struct trace *trace, uint64_t offset,
                                            uint64_t *start)
{
    const struct probe_matrix *m = trace->matrix;
    for (; m < trace->matrix + trace->matrices; m++) {
        *start = (uintptr_t)m->start - emu_arena();
        if (offset - *start < (uint64_t)m->element * m->rows * m->cols)
            return m;
    }
    return NULL;
}

/* Write the array that the request accesses. Returns its start, in the request's
   offsets. */
static uint64_t write_array(FILE *out, const struct trace *trace,
                            const struct request *r)
{
    const uint64_t offset = r->offset[0];
    struct shared_array shared;
    uint64_t start = 0;
    if (r->shared) {
        const bool known =
            emu_shared_array(offset, trace->config.__shared, NULL, &shared);
        fprintf(out, "%s\t-\t-\t-\t", known ? shared.name : "memory");
        return known ? shared.start : 0;
    }
    const struct probe_matrix *m = emu_trace_matrix(trace, offset, &start);
    if (m) {
        fprintf(out, "%s\t%d\t%d\t%d\t", m->name, m->rows, m->cols, m->element);
        return start;
    }
    const struct allocation *a =
        offset < ARENA_BYTES ? emu_allocation_near(offset) : NULL;
    for (m = trace->matrix; a && m < trace->matrix + trace->matrices; m++)
        if ((uintptr_t)m->start - emu_arena() == a->offset) { /* just outside of it */
            fprintf(out, "%s\t%d\t%d\t%d\t", m->name, m->rows, m->cols, m->element);
            return a->offset;
        }
    fprintf(out, "memory\t-\t-\t-\t");
    return a ? a->offset : 0;
}

/* A column with one number per lane: bytes from the array's start, or turns. */
static void write_lanes(FILE *out, const struct request *r, bool turns, uint64_t start)
{
    int turn = 0, last = -1, i = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (lane)
            fputc(',', out);
        if (i == r->n || r->lane[i] != lane) {
            fputc('-', out);
        } else if (turns) {
            int first = lane - lane % emu_lanes_together(r, lane);
            turn += first != last;
            last = first;
            fprintf(out, "%d", turn);
            i++;
        } else {
            fprintf(out, "%lld", (long long)(r->offset[i++] - start));
        }
    }
}

/* A column with the origin of each lane's words. */
static void write_origins(FILE *out, const struct traced *t,
                          const struct traced_words *words)
{
    const uint32_t n = t->r.size < 4 ? 1 : t->r.size / 4;
    for (int i = 0, lane = 0; lane < WARP_SIZE; lane++) {
        if (lane)
            fputc(',', out);
        if (i == t->r.n || t->r.lane[i] != lane) {
            fputc('-', out);
            continue;
        }
        i++;
        for (uint32_t k = 0; k < n && k < TRACED_WORDS; k++) {
            const uint32_t word = words->of[lane][k], mark = word - PROBE_MARK;
            if (k)
                fputc('/', out);
            if (mark < PROBE_MARKS)
                fprintf(out, "%u", mark);
            else
                fputc(word ? 'c' : 'z', out);
        }
    }
}

static const char *word_for(const struct traced *t)
{
    static const char *const others[] = {"",      "land",    "barrier",    "fault",
                                         "other", "copy",    "init",       "arrive",
                                         "wait",  "product", "multiplied", "fence"};
    if (t->op != TRACED_ACCESS)
        return others[t->op];
    return t->r.atomic ? "atomic" : t->r.write ? "store" : "load";
}

/* True if the origins of a request are not its own addresses. */
static bool has_origins(const struct trace *trace, const struct traced *t)
{
    uint64_t start;
    return t->op <= TRACED_LAND && (t->r.shared || t->r.write ||
                                    !emu_trace_matrix(trace, t->r.offset[0], &start));
}

static void write_row(FILE *out, const struct trace *trace, const struct traced *t,
                      const struct moment *m, uint32_t of)
{
    const struct request *r = &t->r;
    const bool access = t->op <= TRACED_LAND, at = t->placed;
    char file[256];
    int line = 0;
    uint64_t start = 0;
    emu_symbols_line(r->pc, file, sizeof file, &line);
    fprintf(out, "%u\t%u\t%u\t%u\t%s\t%d\t%s\t%s\t", t->launch, t->warp, t->step, of,
            *file ? file : "-", line, word_for(t),
            !at         ? "-"
            : r->shared ? "shared"
                        : "global");
    if (at)
        start = write_array(out, trace, r);
    else
        fputs("-\t-\t-\t-\t", out);
    fprintf(out, "%u\t%d\t%d\t%d\t", r->size, t->loads, t->cost,
            (int)(start % LINE_BYTES));
    write_lanes(out, r, false, start);
    fputc('\t', out);
    if (r->shared && access)
        write_lanes(out, r, true, start);
    else
        fputc('-', out);
    if (trace->life) {
        fprintf(out, "\t%llu\t%llu\t%llu\t%s\t", (unsigned long long)m->begin,
                (unsigned long long)m->end, (unsigned long long)m->waited, m->why);
        if (has_origins(trace, t))
            write_origins(out, t, &trace->words[t - trace->row]);
        else
            fputc('-', out);
    }
    if (emu_trace_asyncs()) {
        fputc('\t', out);
        emu_trace_async_write(out, trace, t);
    }
    fputc('\n', out);
}

/* ---- All of it. */

static enum moment_kind kind_of(const struct traced *t)
{
    static const enum moment_kind of[] = {
        [TRACED_LAND] = MOMENT_MARK,       [TRACED_BARRIER] = MOMENT_BARRIER,
        [TRACED_FAULT] = MOMENT_MARK,      [TRACED_OTHER] = MOMENT_MARK,
        [TRACED_COPY] = MOMENT_COPY,       [TRACED_INIT] = MOMENT_MARK,
        [TRACED_ARRIVE] = MOMENT_ARRIVE,   [TRACED_WAIT] = MOMENT_WAIT,
        [TRACED_PRODUCT] = MOMENT_PRODUCT, [TRACED_MULTIPLIED] = MOMENT_MULTIPLIED,
        [TRACED_FENCE] = MOMENT_MARK};
    if (t->op == TRACED_LAND && t->async)
        return MOMENT_LAND;
    return t->op != TRACED_ACCESS      ? of[t->op]
           : t->r.write || t->r.atomic ? MOMENT_STORE
                                       : MOMENT_LOAD;
}

struct moment *emu_trace_moments(size_t *n)
{
    const struct trace *trace = emu_traced();
    struct moment *all = calloc(trace->n + 1, sizeof *all), *m = all;
    for (const struct traced *t = trace->row; all && t < trace->row + trace->n; t++)
        if (t->r.n) {
            *m = (struct moment){.kind = kind_of(t),
                                 .shared = t->r.shared,
                                 .launch = t->launch,
                                 .warp = t->warp,
                                 .pc = t->r.pc,
                                 .pipe = t->pipe,
                                 .wide = t->r.size == 16,
                                 .line = t->r.offset[0] / LINE_BYTES,
                                 .why = "-"};
            emu_trace_moment(m++, t);
        }
    *n = m - all;
    return all;
}

void emu_trace_write(FILE *out, const struct moment *m)
{
    static uint32_t of[MAX_WARPS];
    const struct trace *trace = emu_traced();
    emu_trace_head(out, trace);
    fputs("launch\twarp\tstep\tsteps\tfile\tline\top\tspace\tarray\trows\tcols\telement"
          "\tsize\t"
          "loads\tcost\tbase\toffset\tturn",
          out);
    fputs(trace->life ? "\tbegin\tend\twaited\twhy\torigin" : "", out);
    fputs(emu_trace_asyncs() ? "\tasync\n" : "\n", out);
    for (size_t i = 0, end; i < trace->n; i = end) {
        const struct traced *row = trace->row;
        memset(of, 0, sizeof of);
        for (end = i; end < trace->n && row[end].launch == row[i].launch; end++)
            of[row[end].warp] = row[end].step;
        for (size_t k = i; k < end; k++)
            if (row[k].r.n)
                write_row(out, trace, &row[k], m++, of[row[k].warp]);
    }
    emu_trace_end();
}
