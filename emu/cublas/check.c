/* Checks of operands before a call computes: all bytes must exist, and those that it
   reads must be set. What is wrong is a fault at the program's line. */
#include <stdio.h>
#include <string.h>

#include "alias.h"
#include "call.h"
#include "memory.h"
#include "report.h"
#include "settings.h"
#include "symbols.h"
#include "variable.h"

/* The call is reported for the first time, with this kind of fault. */
static bool is_new(uintptr_t site, enum fault_kind kind)
{
    enum { MOST = 32 };
    static struct {
        uintptr_t site;
        enum fault_kind kind;
    } said[MOST];
    static int n;
    for (int i = 0; i < n; i++)
        if (said[i].kind == kind &&
            (said[i].site == site || !emu_settings()->all_faults))
            return false;
    if (n == MOST)
        return false;
    said[n].kind = kind;
    said[n++].site = site;
    return true;
}

static void tell(const struct call *c, enum fault_kind kind, const char *what,
                 const char *remedy)
{
    struct fault f = {.kind = kind};
    emu_symbols_line(c->site, f.file, sizeof f.file, &f.line);
    snprintf(f.what, sizeof f.what, "%s", what);
    snprintf(f.remedy, sizeof f.remedy, "%s", remedy);
    if (is_new(c->site, kind))
        emu_fault_tell(&f);
}

/* "A, 100 x 50 elements of 4 bytes". */
static void say_operand(char *text, size_t size, const struct operand *o)
{
    const size_t element = emu_element_size(o->type);
    if (o->rows == 1 && o->columns == 1)
        snprintf(text, size, "%s, %zu bytes", o->name, element);
    else if (o->rows == 1)
        snprintf(text, size, "%s, %zu elements of %zu bytes", o->name, o->columns,
                 element);
    else
        snprintf(text, size, "%s, %zu x %zu elements of %zu bytes", o->name, o->rows,
                 o->columns, element);
    if (o->columns > 1 && o->ld != o->rows) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, ", %s %zu",
                 o->rows == 1 ? "increment" : "leading dimension", o->ld);
    }
}

/* ---- Memory that does not exist. */

static bool is_there(const struct operand *o, size_t bytes)
{
    uint64_t first, last;
    return emu_memory_holds(o->start, bytes) ||
           emu_variable_holds((uintptr_t)o->start, bytes) ||
           (emu_alias((uintptr_t)o->start, &first) &&
            emu_alias((uintptr_t)o->start + bytes - 1, &last) &&
            last - first == bytes - 1);
}

static void tell_outside(const struct call *c, const struct operand *o, size_t bytes)
{
    const char *verb = o->use & STORES ? "stores to" : "reads";
    const char *remedy = "is it a pointer from cudaMalloc, or one into its allocation?";
    const uint64_t offset = (uintptr_t)o->start - emu_arena();
    const struct allocation *a =
        emu_memory_is_device(o->start) ? emu_allocation_near(offset) : NULL;
    char operand[120], what[400];
    say_operand(operand, sizeof operand, o);
    if (!o->start) {
        snprintf(what, sizeof what, "%s %s %s: a null pointer", c->name, verb, operand);
        remedy = "check where the pointer gets its value";
    } else if (!emu_memory_is_device(o->start)) {
        snprintf(what, sizeof what, "%s %s %s: not device memory", c->name, verb,
                 operand);
        remedy = o->rows == 1 && o->columns == 1
                     ? "CUBLAS_POINTER_MODE_DEVICE means that scalars and results are "
                       "in device memory"
                     : "copy it to device memory: cudaMalloc(), cublasSetMatrix()";
    } else if (!a || offset < a->offset || offset > a->offset + a->bytes) {
        snprintf(what, sizeof what, "%s %s %s: never allocated", c->name, verb,
                 operand);
    } else if (a->freed) {
        snprintf(what, sizeof what, "%s %s %s: freed%s", c->name, verb, operand,
                 emu_made_at(a->freed_at));
        remedy = "free memory after its last use";
    } else {
        snprintf(what, sizeof what,
                 "%s %s %s: bytes %llu to %llu of an allocation of %llu bytes%s",
                 c->name, verb, operand, (unsigned long long)(offset - a->offset),
                 (unsigned long long)(offset - a->offset + bytes - 1),
                 (unsigned long long)a->bytes, emu_made_at(a->taken_at));
        remedy = "a matrix has ((columns - 1) * leading dimension + rows) elements, a "
                 "vector ((n - 1) * increment + 1)";
    }
    tell(c, FAULT_OUT_OF_BOUNDS, what, remedy);
}

/* ---- Memory that nothing has set. */

static bool watches_unset(void)
{
    const char *checks = emu_settings()->checks;
    return !checks || strstr(checks, "unset") || strstr(checks, "all") ||
           strstr(checks, "default");
}

static void check_set(const struct call *c, const struct operand *o)
{
    size_t bytes, first = 0;
    char operand[120], what[400];
    for (size_t i = 0; i < emu_operand_pieces(o); i++) {
        const char *piece = emu_operand_piece(o, i, &bytes);
        if (!emu_memory_unset_run(piece, bytes, 1, &first))
            continue;
        const size_t at =
            (size_t)(piece - o->start + (ptrdiff_t)first) / emu_element_size(o->type);
        const size_t ld = o->ld ? o->ld : 1;
        say_operand(operand, sizeof operand, o);
        if (o->rows == 1)
            snprintf(what, sizeof what,
                     "%s reads element %zu of %s, which was never set", c->name,
                     at / ld, operand);
        else
            snprintf(what, sizeof what,
                     "%s reads row %zu, column %zu of %s, which was never set", c->name,
                     at % ld, at / ld, operand);
        tell(c, FAULT_UNINITIALIZED, what,
             "copy the data to it before the call; with beta = 0, C is not read");
        return;
    }
}

bool emu_operand_check(const struct call *c, const struct operand *o)
{
    const size_t bytes = emu_operand_bytes(o);
    if (!is_there(o, bytes)) {
        tell_outside(c, o, bytes);
        emu_runtime_error(cudaErrorIllegalAddress, true);
        return false;
    }
    if (o->use & READS && watches_unset())
        check_set(c, o);
    return true;
}
