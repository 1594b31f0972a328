/* What went wrong in a call; trial_faults.h states the contract. */
#include "trial/trial_faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial/launch_error.h"
#include "trial/compare.h"
#include "probe.h"

/* What keeps a thread inside array i, for an access at `index` elements from its start,
   or before it. */
static void explain_beside(const struct trial *t, int i, bool after, size_t index,
                           struct finding *f)
{
    const struct operation_array *a = &t->p.of->array[i];
    const struct extent e = problem_extent(&t->p, i);
    enum { NEAR = 1024 }; /* columns that a block's tile may go beyond the last row */
    char place[160] = "", where[64], other[64] = "";

    if (after && a->rows == ONE) {
        problem_place(&t->p, i, 0, index, where, sizeof where);
        snprintf(place, sizeof place, ", and this would be %s", where);
    } else if (after) {
        const size_t last = e.rows - 1, col = index - last * e.ld;

        problem_place(&t->p, i, index / e.ld, index % e.ld, where, sizeof where);
        if (col < e.ld + NEAR)
            snprintf(other, sizeof other, ", or row %zu, column %zu", last, col);
        snprintf(place, sizeof place, ", and this would be %s%s", where, other);
    }
    if (a->rows == ONE)
        snprintf(f->remedy, sizeof f->remedy,
                 "%s has %zu element%s here%s: access %s[%s], and only where %s",
                 a->name, e.cols, e.cols == 1 ? "" : "s", place, a->name, a->element,
                 a->inside);
    else
        snprintf(f->remedy, sizeof f->remedy,
                 "%s is %zu x %zu here%s: access %s[%s], and only where %s", a->name,
                 e.rows, e.cols, place, a->name, a->element, a->inside);
}

/* An access outside the arrays: what keeps a thread inside the one that is nearest,
   unless it is an array of the kernel's own, and far from them. */
static void explain_outside(const struct trial *t, const struct fault *fault,
                            struct finding *f)
{
    const void *const address = fault->address;
    const char *const name = fault->element.array;
    const uintptr_t at = (uintptr_t)address;
    uintptr_t nearest = UINTPTR_MAX;

    for (int i = 0; address && t->p.of->array[i].name; i++) {
        const struct guarded *g = &t->device[i];
        const size_t each = element_bytes(g->type);
        const uintptr_t start = (uintptr_t)g->data, end = start + g->n * each;
        const uintptr_t far = at < start ? start - at : at < end ? 0 : at - end;
        const struct extent e = problem_extent(&t->p, i);

        if (far >= nearest || (*name && strcmp(name, t->p.of->array[i].name) != 0 &&
                               far > g->guard * each))
            continue;
        nearest = far;
        if (at >= start && at < end) { /* it begins inside: wider than an element */
            snprintf(f->remedy, sizeof f->remedy,
                     "%s is %zu x %zu here: a wide access reaches past its end; go %s "
                     "where a row ends, or does not begin at 16 bytes",
                     t->p.of->array[i].name, e.rows, e.cols,
                     g->type == ELEMENT_FLOAT ? "float by float"
                                              : "element by element");
            return;
        }
        explain_beside(t, i, at >= start, at >= start ? (at - start) / each : 0, f);
    }
}

/* The call of the API that was refused first, which knows more: where it is, and why.
 */
static void explain_refused(struct finding *f)
{
    struct fault refused;

    if (!probe_refused(&refused))
        return;
    snprintf(f->file, sizeof f->file, "%s", refused.file);
    f->line = refused.line;
    snprintf(f->what, sizeof f->what, "%s", refused.what);
    snprintf(f->remedy, sizeof f->remedy, "%s", refused.remedy);
}

bool trial_ran_well(const struct trial *t, cudaError_t error, struct finding *f)
{
    struct fault fault;

    if (probe_fault(&fault)) {
        verdict_of_fault(f, &fault);
        explain_outside(t, &fault, f);
        if (fault.kind == FAULT_CRASH && strstr(fault.what, "tensor copy with a map"))
            explain_refused(f);
        return false;
    }
    if (error != cudaSuccess) {
        launch_error_explain(error, f);
        explain_refused(f);
        return false;
    }
    return true;
}

/* Element `at` of array i, counted from its start, as data: of a matrix its row and
   column, where it is inside. */
static void name_element(const struct trial *t, int i, long at, struct finding *f)
{
    const struct operation_array *a = &t->p.of->array[i];
    const long ld = (long)problem_extent(&t->p, i).ld;

    f->element = (struct probe_element){.rank = 1, .index = {at}};
    if (a->rows != ONE && at >= 0 && at < (long)t->device[i].n)
        f->element = (struct probe_element){.rank = 2, .index = {at / ld, at % ld}};
    snprintf(f->element.array, sizeof f->element.array, "%s", a->name);
}

/* True if nothing beside array i was written. */
static bool guards_whole(const struct trial *t, int i, struct finding *f)
{
    const long at = guarded_damage(&t->device[i]);
    const struct operation_array *a = &t->p.of->array[i];

    if (at == 0)
        return true;
    f->verdict = VERDICT_OUT_OF_BOUNDS;
    name_element(t, i, at > 0 ? (long)t->device[i].n - 1 + at : at, f);
    snprintf(f->what, sizeof f->what, "the kernel wrote %ld element%s %s of %s",
             labs(at), labs(at) == 1 ? "" : "s",
             at > 0 ? "past the end" : "before the start", a->name);
    snprintf(f->remedy, sizeof f->remedy, "let a thread write only where %s",
             a->inside);
    return false;
}

/* Who wrote element `at` of array i, as far as that is known. */
static void name_writer(const struct trial *t, int i, size_t at, struct finding *f)
{
    struct probe_place place;

    if (!probe_writer(guarded_at(&t->device[i], at), &place))
        return;
    if (place.who[0])
        snprintf(f->what + strlen(f->what), sizeof f->what - strlen(f->what), ", by %s",
                 place.who);
    snprintf(f->file, sizeof f->file, "%s", place.file);
    f->line = place.line;
    f->who = place.by;
}

/* "write to C alone: A and B are the caller's" */
static void say_outputs(const struct trial *t, char *text, size_t size)
{
    const struct operation_array *a = t->p.of->array;
    const char *parts[] = {"write to ", " alone: "};
    const char *ends[] = {"", " are the caller's"};
    size_t at = 0;

    for (int output = 1; output >= 0; output--) {
        const char *between = parts[!output];

        for (int i = 0; a[i].name && at < size; i++)
            if (trial_is_output(t, i) == (output == 1)) {
                at +=
                    (size_t)snprintf(text + at, size - at, "%s%s", between, a[i].name);
                between = " and ";
            }
        if (at < size)
            at += (size_t)snprintf(text + at, size - at, "%s", ends[!output]);
    }
}

/* True if input i is as it was. */
static bool input_whole(const struct trial *t, int i, struct finding *f)
{
    const struct guarded *g = &t->device[i];
    const struct extent e = problem_extent(&t->p, i);
    const size_t at = guarded_compare(g, t->p.array[i]);
    char place[64];

    if (at == g->n)
        return true;
    f->verdict = VERDICT_WRONG;
    name_element(t, i, (long)at, f);
    problem_place(&t->p, i, at / e.ld, at % e.ld, place, sizeof place);
    snprintf(f->what, sizeof f->what, "the input %s was overwritten, first at %s",
             t->p.of->array[i].name, place);
    name_writer(t, i, at, f);
    say_outputs(t, f->remedy, sizeof f->remedy);
    return false;
}

/* The first element between the rows of output i that was written, and holds what it
   did before; n if there is none, or if that is not known. */
static size_t rewritten_padding(const struct trial *t, int i)
{
    const struct extent e = problem_extent(&t->p, i);
    const size_t n = t->device[i].n;
    struct array_counters c;
    struct probe_place place;

    probe_array_counters(i, &c);
    if (c.bytes_stored <= e.rows * e.cols * element_bytes(t->device[i].type))
        return n;
    for (size_t at = 0; at < n; at++)
        if (at % e.ld >= e.cols && probe_writer(guarded_at(&t->device[i], at), &place))
            return at;
    return n;
}

/* True if nothing between the rows of output i was written. */
static bool padding_whole(const struct trial *t, int i, struct finding *f)
{
    const struct operation_array *a = &t->p.of->array[i];
    const struct extent e = problem_extent(&t->p, i);
    size_t at = compare_padding(&t->p, i, t->result[i]);

    if (at == t->device[i].n)
        at = rewritten_padding(t, i);
    if (at == t->device[i].n)
        return true;
    f->verdict = VERDICT_OUT_OF_BOUNDS;
    name_element(t, i, (long)at, f);
    snprintf(f->what, sizeof f->what,
             "the kernel wrote between the rows of %s, after row %zu: a row has %zu "
             "elements, and the next one begins %zu after it",
             a->name, at / e.ld, e.cols, e.ld);
    name_writer(t, i, at, f);
    snprintf(
        f->remedy, sizeof f->remedy,
        "index %s as %s[%s]: rows are a leading dimension apart; let a thread write "
        "only where %s",
        a->name, a->name, a->element, a->inside);
    return false;
}

bool trial_all_whole(const struct trial *t, struct finding *f)
{
    const struct operation_array *a = t->p.of->array;

    for (int i = 0; a[i].name; i++)
        if (trial_is_output(t, i) && !guards_whole(t, i, f))
            return false;
    for (int i = 0; a[i].name; i++)
        if (!trial_is_output(t, i) && !guards_whole(t, i, f))
            return false;
    for (int i = 0; a[i].name; i++)
        if (!(trial_is_output(t, i) ? padding_whole(t, i, f) : input_whole(t, i, f)))
            return false;
    return true;
}
