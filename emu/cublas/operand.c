/* The operands of a call, and their pieces; call.h has the contract. */
#include "call.h"

#include <stdlib.h>

#include "settings.h"

static void add(struct call *c, struct operand o)
{
    if (o.rows == 0 || o.columns == 0)
        return;
    if (c->n == c->room) {
        c->room = 2 * c->room + 8;
        struct operand *larger = emu_allocate(c->room, sizeof *larger, "a call");
        for (size_t i = 0; i < c->n; i++)
            larger[i] = c->operand[i];
        free(c->operand);
        c->operand = larger;
    }
    c->operand[c->n++] = o;
}

static size_t size(int n)
{
    return n > 0 ? (size_t)n : 0;
}

void emu_call_matrix(struct call *c, enum use use, const char *name, const void *a,
                     enum element type, int rows, int columns, int ld)
{
    add(c, (struct operand){name, a, type, use, WHOLE, size(rows), size(columns),
                            size(ld)});
}

void emu_call_part(struct call *c, enum use use, const char *name, const void *a,
                   enum element type, enum part part, int n, int ld)
{
    add(c, (struct operand){name, a, type, use, part, size(n), size(n), size(ld)});
}

void emu_call_vector(struct call *c, enum use use, const char *name, const void *x,
                     enum element type, int n, int increment)
{
    const int ld = abs(increment);
    add(c, (struct operand){name, x, type, use, WHOLE, 1, ld ? size(n) : 1, size(ld)});
}

/* ---- Pieces. */

size_t emu_operand_pieces(const struct operand *o)
{
    return o->part == WHOLE && o->ld == o->rows ? 1 : o->columns;
}

const char *emu_operand_piece(const struct operand *o, size_t i, size_t *bytes)
{
    const bool unit = o->part == UPPER_UNIT || o->part == LOWER_UNIT;
    const bool upper = o->part == UPPER || o->part == UPPER_UNIT;
    const size_t element = emu_element_size(o->type);
    size_t first = 0, end = o->rows;
    if (emu_operand_pieces(o) == 1)
        end = o->rows * o->columns;
    if (upper)
        end = i + !unit;
    else if (o->part != WHOLE)
        first = i + unit;
    *bytes = (end - first) * element;
    return o->start + (i * o->ld + first) * element;
}

size_t emu_operand_bytes(const struct operand *o)
{
    return ((o->columns - 1) * o->ld + o->rows) * emu_element_size(o->type);
}
