/* Problems in host memory; problem.h states the contract. */
#include "operation/problem.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/host_alloc.h"
#include "operation/matrix.h"

struct extent problem_extent(const struct problem *p, int array)
{
    const struct operation_array *a = &p->of->array[array];
    struct extent e = {(size_t)operation_extent(p->of, a->rows, p->size),
                       (size_t)operation_extent(p->of, a->cols, p->size), 0};

    e.ld = a->ld == CONTIGUOUS ? e.cols : (size_t)p->size[a->ld];
    return e;
}

void problem_row(const struct problem *p, int array, size_t row, double *x)
{
    const struct extent e = problem_extent(p, array);

    element_get_some(p->of->array[array].type, p->array[array], row * e.ld, e.cols, x);
}

void problem_reference(const struct problem *p, int array, double *ref, double *bound)
{
    const struct extent e = problem_extent(p, array);

    if (p->of->reference) {
        p->of->reference(p, array, ref, bound);
        return;
    }
    for (size_t i = 0; i < e.rows * e.cols; i++)
        p->of->element(p, array, i / e.cols, i % e.cols, &ref[i], &bound[i]);
}

int problem_least_ld(const struct operation *o, int cols)
{
    const int unit = o->ld_unit ? o->ld_unit : 1;

    return (cols + unit - 1) / unit * unit;
}

bool problem_is_ld(const struct operation *o, int i)
{
    for (int k = 0; o->array[k].name; k++)
        if (o->array[k].ld == i)
            return true;
    return false;
}

void problem_sizes_text(const struct operation *o, const int size[], char *text,
                        size_t bytes)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; o->size[i] && at < bytes; i++)
        at += (size_t)snprintf(text + at, bytes - at, "%s%s=%d", i ? "," : "",
                               o->size[i], size[i]);
}

void problem_sizes_said(const struct operation *o, const int size[], char *text,
                        size_t bytes)
{
    bool alike = true;
    size_t at = 0;

    for (int i = 0; o->size[i]; i++)
        alike &= problem_is_ld(o, i) || size[i] == size[0];
    text[0] = '\0';
    for (int i = 0; o->size[i] && at < bytes; i++)
        if (alike && !problem_is_ld(o, i))
            at += (size_t)snprintf(text + at, bytes - at, "%s = ", o->size[i]);
        else if (!problem_is_ld(o, i))
            at += (size_t)snprintf(text + at, bytes - at, "%s%s = %d", at ? ", " : "",
                                   o->size[i], size[i]);
    if (alike && at < bytes)
        snprintf(text + at, bytes - at, "%d", size[0]);
}

bool problem_sizes_parse(const struct operation *o, const char *text,
                         int size[OPERATION_SIZES])
{
    memset(size, 0, OPERATION_SIZES * sizeof *size);
    for (int i = 0; o->size[i]; i++) {
        const size_t n = strlen(o->size[i]);
        char *end;

        text += i && *text == ',';
        if (strncmp(text, o->size[i], n) != 0 || text[n] != '=')
            return false;
        size[i] = (int)strtol(text + n + 1, &end, 10);
        if (size[i] < (o->choice[i][1] ? 0 : 1))
            return false;
        text = end;
    }
    return !*text;
}

void problem_print_columns(const struct operation *o, const int size[])
{
    const int least = o->size[1] ? 6 : 10; /* one size alone may be large */

    for (int i = 0; o->size[i]; i++) {
        const int name = (int)strlen(o->size[i]) + (i > 0);
        const int width = name > least ? name : least;

        if (problem_is_ld(o, i))
            continue;
        if (size)
            printf("%*d", width, size[i]);
        else
            printf("%*s", width, o->size[i]);
    }
}

void problem_all_sizes(const struct operation *o, int n, int size[OPERATION_SIZES])
{
    for (int i = 0; i < OPERATION_SIZES; i++)
        size[i] = !o->size[i] || problem_is_ld(o, i) ? 0
                  : o->choice[i][1]                  ? o->choice[i][0]
                  : o->usual[i]                      ? o->usual[i]
                                                     : n;
}

size_t problem_elements(const struct problem *p, int array)
{
    const struct extent e = problem_extent(p, array);

    return e.rows * e.ld;
}

double problem_output_bytes(const struct problem *p)
{
    const struct operation_array *a = p->of->array;
    double bytes = 0;

    for (int i = 0; a[i].name; i++) {
        const struct extent e = problem_extent(p, i);

        if (a[i].use != USE_IN)
            bytes += (double)(e.rows * e.cols * element_bytes(a[i].type));
    }
    return bytes;
}

bool problem_reads(const struct problem *p, int array)
{
    if (p->of->array[array].use == USE_OUT)
        return false; /* poisoned, whatever reads() says */
    return !p->of->reads || p->of->reads(p, array);
}

static void fill(struct problem *p, int array, uint64_t seed)
{
    const struct operation_array *a = &p->of->array[array];
    const struct extent e = problem_extent(p, array);
    const size_t bytes = element_bytes(a->type);
    char *x = p->array[array];

    if (a->use != USE_IN && !problem_reads(p, array)) {
        element_poison(a->type, x, e.rows * e.ld);
        return;
    }
    element_fill(a->type, x, e.rows * e.ld, seed);
    for (size_t row = 0; e.ld > e.cols && row < e.rows; row++)
        element_poison(a->type, x + (row * e.ld + e.cols) * bytes, e.ld - e.cols);
}

void problem_fill(struct problem *p, uint64_t seed)
{
    for (int i = 0; p->of->array[i].name; i++) {
        const struct operation_array *a = &p->of->array[i];

        if (a->ld != CONTIGUOUS && p->size[a->ld] == 0)
            p->size[a->ld] =
                problem_least_ld(p->of, operation_extent(p->of, a->cols, p->size));
        p->array[i] = host_bytes(problem_elements(p, i) * element_bytes(a->type));
        fill(p, i, seed + (uint64_t)i);
    }
    if (p->of->prepare)
        p->of->prepare(p);
}

void problem_vary(struct problem *p, uint64_t seed)
{
    enum { SMALLEST = -6, SCALES = 13, RARE = 16 };

    for (int i = 0; p->of->array[i].name; i++) {
        const struct operation_array *a = &p->of->array[i];
        const struct extent e = problem_extent(p, i);
        const uint64_t of = seed + (uint64_t)i;
        const int scale = SMALLEST + (int)(matrix_random(of, 0) % SCALES);

        if (a->use != USE_IN || a->type == ELEMENT_INT32)
            continue;
        for (size_t k = 0; k < e.rows * e.cols; k++) {
            const size_t at = k / e.cols * e.ld + k % e.cols;
            const uint64_t draw = matrix_random(of, 1 + k) % RARE;

            element_set(a->type, p->array[i], at,
                        draw == 0 ? 0
                                  : ldexp(element_get(a->type, p->array[i], at),
                                          scale + 3 * (draw == 1)));
        }
    }
}

void problem_free(struct problem *p)
{
    for (int i = 0; p->of->array[i].name; i++)
        free(p->array[i]);
}

void problem_text(const struct problem *p, char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size, "%s(", p->of->name);

    for (int i = 0; p->of->size[i] && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s%s=%d", i ? ", " : "",
                               p->of->size[i], p->size[i]);
    for (int i = 0; p->of->scalar[i] && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, ", %s=%g", p->of->scalar[i],
                               p->scalar[i]);
    if (at < size)
        snprintf(text + at, size - at, ")");
}

/* The number that `name`= has among the arguments; false if there is none. */
static bool argument(const char *text, const char *name, double *value)
{
    const char *end = strchr(text, ')');
    const size_t n = strlen(name);

    for (const char *c = strchr(text, '('); c && c < end; c = strpbrk(c + 1, " "))
        if (strncmp(c + 1, name, n) == 0 && c[n + 1] == '=') {
            *value = strtod(c + n + 2, NULL);
            return true;
        }
    return false;
}

bool problem_parse(struct problem *p, const char *text)
{
    char name[64];
    double value;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "("), text);
    *p = (struct problem){.of = operation_find(name)};
    if (!p->of || !strchr(text, ')'))
        return false;
    for (int i = 0; p->of->size[i]; i++) {
        if (!argument(text, p->of->size[i], &value))
            return false;
        p->size[i] = (int)value;
    }
    for (int i = 0; p->of->scalar[i]; i++) {
        if (!argument(text, p->of->scalar[i], &value))
            return false;
        p->scalar[i] = (float)value;
    }
    return true;
}

/* The index of the scalar whose name is at this place of a formula; -1: none. */
static int scalar_at(const struct operation *o, const char *at)
{
    for (int i = 0; o->scalar[i]; i++)
        if (strncmp(at, o->scalar[i], strlen(o->scalar[i])) == 0)
            return i;
    return -1;
}

void problem_formula(const struct operation *o, const float scalar[], char *text,
                     size_t size)
{
    size_t at = 0;

    for (const char *c = o->formula; *c && at + 1 < size;) {
        const bool begins = c == o->formula || !isalnum((unsigned char)c[-1]);
        const int i = begins ? scalar_at(o, c) : -1;

        if (i < 0) {
            text[at++] = *c++;
            continue;
        }
        at += (size_t)snprintf(text + at, size - at, "%g", scalar[i]);
        c += strlen(o->scalar[i]);
    }
    text[at < size ? at : size - 1] = '\0';
}

void problem_place(const struct problem *p, int array, size_t row, size_t col,
                   char *text, size_t size)
{
    if (p->of->array[array].rows == ONE)
        snprintf(text, size, "index %zu", col);
    else
        snprintf(text, size, "row %zu, column %zu", row, col);
}
