/* The last column of a trace whose kernel has copies of the copy engine, or wgmma:
   probe_trace.h has the words. */
#include "memory.h"
#include "profile.h"
#include "shared.h"
#include "trace.h"

static void write_array(FILE *out, const struct trace *trace, const struct bulk_copy *c)
{
    const uint64_t offset = c->map.start - emu_arena();
    uint64_t start = 0;
    const struct probe_matrix *m = emu_trace_matrix(trace, offset, &start);
    fprintf(out, " array=%s", m ? m->name : "memory");
    if (m && offset > start)
        fprintf(out, " from=%llu", (unsigned long long)(offset - start));
}

static void write_copy(FILE *out, const struct trace *trace,
                       const struct traced_async *a)
{
    const struct bulk_copy *c = &a->copy;
    const struct tensor_map *m = &c->map;
    fprintf(out, "%s=%llu bytes=%u", c->barrier < 0 ? "source" : "to",
            (unsigned long long)c->offset, c->bytes);
    write_array(out, trace, c);
    if (m->rank == 0)
        return;
    fprintf(out, " outside=%u swizzle=%u element=%u", a->outside, m->swizzle,
            m->element);
    for (int i = 0; i < m->rank; i++)
        fprintf(out, "%s%u", i ? "," : " size=", m->size[i] + 1);
    for (int i = 1; i < m->rank; i++)
        fprintf(out, "%s%llu",
                i > 1 ? "," : " stride=", (unsigned long long)m->stride[i - 1]);
    for (int i = 0; i < m->rank; i++)
        fprintf(out, "%s%u", i ? "," : " box=", tensor_map_count(m, i));
    for (int i = 0; i < m->rank; i++)
        fprintf(out, "%s%d", i ? "," : " at=", c->at[i]);
}

/* "a=1024,64,16,1024,128,0,k": where it begins; rows, or what takes their place; bytes
   from piece to piece, and from group to group; swizzle; its base; the contiguous
   dimension. */
static void write_operand(FILE *out, char name, uint32_t start, uint64_t descriptor,
                          int rows, bool along_k)
{
    const unsigned mode = descriptor >> 62;
    fprintf(out, " %c=%u,%d,%u,%u,%u,%u,%s", name, start, rows,
            (unsigned)(descriptor >> 16 & 0x3fff) * 16,
            (unsigned)(descriptor >> 32 & 0x3fff) * 16, mode ? 256u >> mode : 0,
            (unsigned)(descriptor >> 49 & 7), along_k ? "k" : "mn");
}

static void write_product(FILE *out, const struct traced_async *a)
{
    enum { M = 64 };
    const struct wgmma_part *p = &a->product;
    fprintf(out, "group=%u n=%d k=%d", a->group, p->n, p->k);
    if (!p->from_registers)
        write_operand(out, 'a', a->a, p->a, M, p->a_along_k);
    write_operand(out, 'b', a->b, p->b, p->n, p->b_along_k);
}

void emu_trace_async_write(FILE *out, const struct trace *trace,
                           const struct traced *row)
{
    const struct traced_async *a = emu_trace_async(row);
    if (!a) {
        fputc('-', out);
        return;
    }
    if (a->barrier)
        fprintf(out, "barrier=%llu phase=%llu ", (unsigned long long)a->offset,
                (unsigned long long)a->phase);
    if (row->op == TRACED_COPY)
        write_copy(out, trace, a);
    else if (row->op == TRACED_PRODUCT)
        write_product(out, a);
    else if (row->op == TRACED_MULTIPLIED)
        fprintf(out, "group=%u", a->group);
    else if (row->op == TRACED_INIT)
        fprintf(out, "arrivals=%u", a->arrivals);
    else if (row->op == TRACED_ARRIVE)
        fprintf(out, "arrivals=%u bytes=%lld", a->arrivals, (long long)a->bytes);
    else
        fputs("-", out);
}

void emu_trace_moment(struct moment *m, const struct traced *t)
{
    const struct traced_async *a = emu_trace_async(t);
    if (!a)
        return;
    m->counts = a->barrier;
    m->barrier = a->offset;
    m->phase = a->phase;
    m->group = a->group;
    m->bytes = a->copy.bytes;
    m->operations = 2.0 * 16 * a->product.n * a->product.k; /* of one warp */
    m->rate = emu_profile()->wgmma[a->product.of];
}
