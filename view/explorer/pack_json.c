/* The packed rows of a trace as JSON; pack.h states the contract. */
#include "pack.h"

static json_t *numbers(const long long *value, size_t n)
{
    json_t *const all = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(all, json_integer(value[i]));
    return all;
}

static json_t *entries(const struct dictionary *d)
{
    json_t *const all = json_array();

    for (size_t i = 0; i < d->n; i++)
        json_array_append_new(
            all, numbers(d->value + d->start[i], d->start[i + 1] - d->start[i]));
    return all;
}

/* What the rows of the copy engine and wgmma have beside the columns: [row, text, ...].
 */
static json_t *asyncs(const struct packed *p)
{
    json_t *const all = json_array();

    for (size_t i = 0; i < p->n; i++)
        if (p->row[i]->op >= OP_COPY) {
            json_array_append_new(all, json_integer((json_int_t)i));
            json_array_append_new(all, json_string(p->row[i]->async));
        }
    return all;
}

json_t *pack_json(const struct packed *p)
{
    static const char *const names[PACKED_COLUMNS] = {
        "place", "warp",    "begin", "cycles",  "waited", "why",
        "cost",  "pattern", "at",    "origins", "from"};
    json_t *const arrays = json_array(), *const places = json_array();
    json_t *const columns = json_object(), *const why = json_array();

    for (size_t i = 0; i < p->arrays; i++)
        json_array_append_new(
            arrays, json_pack("{ss ss si si si si}", "name", p->array[i].name, "space",
                              p->array[i].shared ? "shared" : "global", "rows",
                              p->array[i].rows, "cols", p->array[i].cols, "element",
                              p->array[i].element, "base", p->array[i].base));
    for (size_t i = 0; i < p->places; i++)
        json_array_append_new(places,
                              json_pack("{si ss si si si}", "line", p->place[i].line,
                                        "op", request_op_word(p->place[i].op), "array",
                                        p->place[i].array, "size", p->place[i].size,
                                        "loads", p->place[i].loads));
    for (int c = 0; c < PACKED_COLUMNS; c++)
        json_object_set_new(columns, names[c], numbers(p->column[c], p->n));
    for (int i = 0; i < PACK_REASONS; i++)
        json_array_append_new(why, json_string(pack_reasons[i]));
    return json_pack("{sI si si so so so so so so so}", "rows", (json_int_t)p->n,
                     "fault", (int)p->fault, "other", (int)p->other, "arrays", arrays,
                     "places", places, "why", why, "columns", columns, "patterns",
                     entries(&p->pattern), "origins", entries(&p->origins), "async",
                     asyncs(p));
}
