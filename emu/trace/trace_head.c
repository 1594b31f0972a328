/* The comments of a trace: probe_trace.h has the format. */
#include <stdio.h>
#include <string.h>

#include "profile.h"
#include "shared.h"
#include "symbols.h"
#include "trace.h"

/* The text of a line of a file, if it can be read. */
static void write_code(FILE *out, const char *file, int line)
{
    char text[512];
    if (emu_symbols_text(file, line, text, sizeof text))
        fprintf(out, "# code %s:%d: %s\n", file, line,
                strtok(text + strspn(text, " \t"), "\n"));
}

/* The source lines of all requests, each once. */
static void write_lines(FILE *out, const struct trace *trace)
{
    enum { PCS = 1024 };
    static uintptr_t seen[PCS];
    static struct {
        char file[256];
        int line;
    } said[PCS];
    int n = 0, pcs = 0;
    for (const struct traced *t = trace->row; t < trace->row + trace->n; t++) {
        int k = 0;
        while (k < pcs && seen[k] != t->r.pc)
            k++;
        if (k < pcs || pcs == PCS)
            continue;
        seen[pcs++] = t->r.pc;
        emu_symbols_line(t->r.pc, said[n].file, sizeof said[n].file, &said[n].line);
        for (k = 0; k < n; k++)
            if (said[k].line == said[n].line && !strcmp(said[k].file, said[n].file))
                break;
        if (k == n && *said[n].file) {
            write_code(out, said[n].file, said[n].line);
            n++;
        }
    }
}

/* Extents that do not make up the array are those of another tile: then it is a row. */
static void write_shape(FILE *out, const struct shared_array *a)
{
    const uint32_t element = a->shape.__element ? a->shape.__element : 4;
    uint64_t bytes = element;
    fprintf(out, "# shared %s %u", a->name, element);
    for (uint32_t d = 0; d < a->shape.__rank; d++)
        bytes *= a->shape.__extent[d];
    if (bytes != a->bytes)
        fprintf(out, " %llu", (unsigned long long)(a->bytes / element));
    for (uint32_t d = 0; bytes == a->bytes && d < a->shape.__rank; d++)
        fprintf(out, " %u", a->shape.__extent[d]);
    fputc('\n', out);
}

/* "# shared As 4 32 32": each array's bytes per element, and its extents; "# place As
   4096": where it begins. */
static void write_shared(FILE *out, const struct trace *trace)
{
    enum { ARRAYS = 16 };
    uint64_t seen[ARRAYS];
    struct shared_array a;
    int n = 0;
    for (const struct traced *t = trace->row; t < trace->row + trace->n; t++) {
        int k = 0;
        if ((t->op > TRACED_LAND && !t->async) || !t->r.n || !t->r.shared ||
            !emu_shared_array(t->r.offset[0], trace->config.__shared, NULL, &a))
            continue;
        while (k < n && seen[k] != a.start)
            k++;
        if (k < n || n == ARRAYS)
            continue;
        seen[n++] = a.start;
        if (trace->life)
            write_shape(out, &a);
        if (emu_trace_asyncs())
            fprintf(out, "# place %s %llu\n", a.name, (unsigned long long)a.start);
    }
}

static void write_life(FILE *out, const struct trace *trace)
{
    const struct dim3 g = trace->config.__grid, b = trace->config.__block;
    const uint64_t row = trace->block / g.x;
    if (!trace->n)
        return;
    fprintf(out, "# kernel: %s\n# grid: %u %u %u\n# threads: %u %u %u\n", trace->kernel,
            g.x, g.y, g.z, b.x, b.y, b.z);
    fprintf(out, "# block: %u %u %u\n", (unsigned)(trace->block % g.x),
            (unsigned)(row % g.y), (unsigned)(row / g.y));
    for (int i = 0; i < trace->matrices; i++)
        fprintf(out, "# mark %s %llu %d %d %d\n", trace->matrix[i].name,
                (unsigned long long)trace->marks[i], trace->matrix[i].rows,
                trace->matrix[i].cols, trace->matrix[i].element);
    fprintf(out, "# sms: %.0f\n", emu_profile()->sms);
}

void emu_trace_head(FILE *out, const struct trace *trace)
{
    write_lines(out, trace);
    if (emu_trace_asyncs())
        fprintf(out, "# window: %u\n", emu_trace_window());
    if (trace->life)
        write_life(out, trace);
    if (trace->life || emu_trace_asyncs())
        write_shared(out, trace);
    if (trace->dropped)
        fprintf(out, "# %zu further requests are left out\n", trace->dropped);
}
