/* Kinds of fields that are words or lists, to JSON and back; field.h states the
   contract. */
#include <stdint.h>
#include <string.h>

#include "finding/field.h"
#include "finding/finding.h"
#include "finding/verdict.h"

/* ---- Words. */

static json_t *encode_verdict(const struct field *f, const void *at)
{
    (void)f;
    return json_string(verdict_word(*(const enum verdict *)at));
}

static bool decode_verdict(const struct field *f, const json_t *json, void *at)
{
    (void)f;
    for (int v = VERDICT_PASS; v <= VERDICT_OUTPUT; v++)
        if (json_is_string(json) &&
            !strcmp(json_string_value(json), verdict_word((enum verdict)v))) {
            *(enum verdict *)at = (enum verdict)v;
            return true;
        }
    return false;
}

static json_t *schema_verdict(const struct field *f)
{
    json_t *words = json_array();

    (void)f;
    for (int v = VERDICT_PASS; v <= VERDICT_OUTPUT; v++)
        json_array_append_new(words, json_string(verdict_word((enum verdict)v)));
    return json_pack("{s:o}", "enum", words);
}

static json_t *encode_stages(const struct field *f, const void *at)
{
    json_t *words = json_array();

    (void)f;
    for (int s = 0; s < (int)*(const enum stage *)at; s++)
        json_array_append_new(words, json_string(stage_word((enum stage)(s + 1))));
    return words;
}

/* The first ones, in their order. */
static bool decode_stages(const struct field *f, const json_t *json, void *at)
{
    const size_t n = json_array_size(json);

    (void)f;
    if (!json_is_array(json) || n > STAGE_TECHNIQUE)
        return false;
    for (size_t s = 0; s < n; s++) {
        const char *word = json_string_value(json_array_get(json, s));

        if (!word || strcmp(word, stage_word((enum stage)(s + 1))) != 0)
            return false;
    }
    *(enum stage *)at = (enum stage)n;
    return true;
}

static json_t *schema_stages(const struct field *f)
{
    json_t *words = json_array();

    (void)f;
    for (int s = 0; s < STAGE_TECHNIQUE; s++)
        json_array_append_new(
            words, json_pack("{s:s}", "const", stage_word((enum stage)(s + 1))));
    return json_pack("{s:s, s:o, s:i}", "type", "array", "prefixItems", words,
                     "maxItems", STAGE_TECHNIQUE);
}

static json_t *encode_stage(const struct field *f, const void *at)
{
    const enum stage s = *(const enum stage *)at;

    (void)f;
    return s == STAGE_NONE ? NULL : json_string(stage_word(s));
}

static bool decode_stage(const struct field *f, const json_t *json, void *at)
{
    (void)f;
    for (int s = STAGE_COMPILES; s <= STAGE_TECHNIQUE; s++)
        if (json_is_string(json) &&
            !strcmp(json_string_value(json), stage_word((enum stage)s))) {
            *(enum stage *)at = (enum stage)s;
            return true;
        }
    return false;
}

static json_t *schema_stage(const struct field *f)
{
    json_t *words = json_array();

    (void)f;
    for (int s = STAGE_COMPILES; s <= STAGE_TECHNIQUE; s++)
        json_array_append_new(words, json_string(stage_word((enum stage)s)));
    return json_pack("{s:o}", "enum", words);
}

const struct field_kind field_verdict = {encode_verdict, decode_verdict,
                                         schema_verdict};
const struct field_kind field_stages = {encode_stages, decode_stages, schema_stages};
const struct field_kind field_stage = {encode_stage, decode_stage, schema_stage};

/* ---- Lists of numbers. */

static json_t *encode_triple(const struct field *f, const void *at)
{
    const uint32_t *of = at;

    (void)f;
    return json_pack("[I, I, I]", (json_int_t)of[0], (json_int_t)of[1],
                     (json_int_t)of[2]);
}

static bool decode_triple(const struct field *f, const json_t *json, void *at)
{
    (void)f;
    for (size_t i = 0; i < 3; i++) {
        const json_t *n = json_array_get(json, i);

        if (!json_is_integer(n) || json_integer_value(n) < 0 ||
            json_integer_value(n) > UINT32_MAX)
            return false;
        ((uint32_t *)at)[i] = (uint32_t)json_integer_value(n);
    }
    return json_array_size(json) == 3;
}

static json_t *schema_triple(const struct field *f)
{
    (void)f;
    return json_pack("{s:s, s:{s:s, s:i}, s:i, s:i}", "type", "array", "items", "type",
                     "integer", "minimum", 0, "minItems", 3, "maxItems", 3);
}

static json_t *encode_indices(const struct field *f, const void *at)
{
    const struct probe_element *e = at;
    json_t *list = e->rank > 0 ? json_array() : NULL;

    (void)f;
    for (int i = 0; i < e->rank && i < 3; i++)
        json_array_append_new(list, json_integer(e->index[i]));
    return list;
}

static bool decode_indices(const struct field *f, const json_t *json, void *at)
{
    struct probe_element *e = at;
    const size_t n = json_array_size(json);

    (void)f;
    for (size_t i = 0; i < n && i < 3; i++) {
        if (!json_is_integer(json_array_get(json, i)))
            return false;
        e->index[i] = json_integer_value(json_array_get(json, i));
    }
    e->rank = (int32_t)n;
    return n >= 1 && n <= 3;
}

static json_t *schema_indices(const struct field *f)
{
    (void)f;
    return json_pack("{s:s, s:{s:s}, s:i, s:i}", "type", "array", "items", "type",
                     "integer", "minItems", 1, "maxItems", 3);
}

const struct field_kind field_triple = {encode_triple, decode_triple, schema_triple};
const struct field_kind field_indices = {encode_indices, decode_indices,
                                         schema_indices};
