/* Requests by their line of source; lines.h states the contract. */
#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/fail.h"
#include "trace/traced_memory.h"
#include "trace/text.h"

/* The line with this number, which is added if it is not there. */
static struct line *line_of(struct lines *l, int number)
{
    size_t from = 0, to = l->count;

    while (from < to) { /* those before `from` are lower, those from `to` on are not */
        const size_t middle = from + (to - from) / 2;

        if (l->line[middle].number < number)
            from = middle + 1;
        else
            to = middle;
    }
    if (from < l->count && l->line[from].number == number)
        return &l->line[from];
    l->line = memory_grow(l->line, &l->room, l->count + 1, sizeof *l->line);
    memmove(&l->line[from + 1], &l->line[from], (l->count - from) * sizeof *l->line);
    l->count++;
    l->line[from] = (struct line){.number = number};
    return &l->line[from];
}

static bool of_one_kind(const struct traced_request *a, const struct traced_request *b)
{
    return a->op == b->op && a->size == b->size && strcmp(a->array, b->array) == 0;
}

static void add(struct line *line, const struct traced_request *r)
{
    size_t k = 0;

    line->cost += r->cost;
    line->load_cost += r->op == OP_LOAD ? r->cost : 0;
    while (k < line->kinds && !of_one_kind(line->request[k], r))
        k++;
    if (k == line->kinds) {
        line->request = memory_grow(line->request, &line->room, line->kinds + 1,
                                    sizeof *line->request);
        line->request[line->kinds++] = r;
        line->file = r->file;
    } else if (r->cost > line->request[k]->cost) {
        line->request[k] = r;
    }
}

void lines_gather(struct lines *l, const struct trace *t, bool shared)
{
    *l = (struct lines){0};
    for (const struct traced_request *r = t->request; r < t->request + t->requests; r++)
        if (r->warp == 0 && r->shared == shared && r->op < OPS)
            add(line_of(l, r->line), r);
}

const struct line *lines_asked(const struct lines *l, const struct trace *t,
                               const char *memory)
{
    const char *const asked = getenv("LINE");
    struct text list = {0};

    if (!asked || !*asked)
        return NULL;
    for (size_t i = 0; i < l->count; i++) {
        char number[16];

        snprintf(number, sizeof number, "%d", l->line[i].number);
        if (strcmp(number, asked) == 0) {
            text_free(&list);
            return &l->line[i];
        }
        text_add(&list, " %s", number);
    }
    fail("line %s of %s has no request to %s memory; these have:%s", asked, t->lab,
         memory, text_of(&list));
}

void lines_free(struct lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->line[i].request);
    free(l->line);
}
