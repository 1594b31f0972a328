/* Kinds of fields that are texts or numbers, to JSON and back; field.h states the
   contract. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "finding/field.h"
#include "finding/finding.h"
#include "finding/record.h"
#include "finding/utf8.h"

/* ---- Texts. */

static json_t *encode_text(const struct field *f, const void *at)
{
    char *clean = ((const char *)at)[0] ? malloc(f->size) : NULL;
    json_t *json;

    if (!clean)
        return NULL;
    utf8_clean(at, clean, f->size);
    json = json_string(clean);
    free(clean);
    return json;
}

static bool decode_text(const struct field *f, const json_t *json, void *at)
{
    if (!json_is_string(json) || json_string_length(json) == 0 ||
        json_string_length(json) >= f->size ||
        strlen(json_string_value(json)) != json_string_length(json))
        return false;
    strcpy(at, json_string_value(json));
    return true;
}

static json_t *schema_text(const struct field *f)
{
    return json_pack("{s:s, s:i, s:i}", "type", "string", "minLength", 1, "maxLength",
                     (int)f->size - 1);
}

static bool decode_digits(const struct field *f, const json_t *json, void *at)
{
    return decode_text(f, json, at) && !((char *)at)[strspn(at, "0123456789")];
}

static json_t *schema_digits(const struct field *f)
{
    (void)f;
    return json_pack("{s:s, s:s}", "type", "string", "pattern", "^[0-9]{1,20}$");
}

const struct field_kind field_text = {encode_text, decode_text, schema_text};
const struct field_kind field_digits = {encode_text, decode_digits, schema_digits};

/* ---- Numbers. */

static json_t *encode_version(const struct field *f, const void *at)
{
    (void)f;
    return json_integer(*(const int *)at);
}

static bool decode_version(const struct field *f, const json_t *json, void *at)
{
    (void)f;
    *(int *)at = (int)json_integer_value(json);
    return json_is_integer(json) && json_integer_value(json) == RECORD_VERSION;
}

static json_t *schema_version(const struct field *f)
{
    (void)f;
    return json_pack("{s:i}", "const", RECORD_VERSION);
}

/* An int or an unsigned long; 0 is absent. */
static json_t *encode_count(const struct field *f, const void *at)
{
    const unsigned long n = f->size == sizeof(int) ? (unsigned)*(const int *)at
                                                   : *(const unsigned long *)at;

    return n ? json_integer((json_int_t)(n & INT64_MAX)) : NULL;
}

static bool decode_count(const struct field *f, const json_t *json, void *at)
{
    const json_int_t n = json_integer_value(json);

    if (!json_is_integer(json) || n < 1 || (f->size == sizeof(int) && n > INT32_MAX))
        return false;
    if (f->size == sizeof(int))
        *(int *)at = (int)n;
    else
        *(unsigned long *)at = (unsigned long)n;
    return true;
}

static json_t *schema_count(const struct field *f)
{
    (void)f;
    return json_pack("{s:s, s:i}", "type", "integer", "minimum", 1);
}

/* JSON has no NaN and no infinity: they are texts. */
static json_t *real(double x)
{
    return isnan(x)   ? json_string("nan")
           : isinf(x) ? json_string(x > 0 ? "inf" : "-inf")
                      : json_real(x);
}

static bool take_real(const json_t *json, double *x)
{
    const char *text = json_string_value(json);

    *x = text ? strtod(text, NULL) : json_number_value(json);
    return text ? !strcmp(text, "nan") || !strcmp(text, "inf") || !strcmp(text, "-inf")
                : json_is_number(json);
}

static json_t *encode_real(const struct field *f, const void *at)
{
    (void)f;
    return real(*(const double *)at);
}

static bool decode_real(const struct field *f, const json_t *json, void *at)
{
    (void)f;
    return take_real(json, at);
}

static json_t *schema_real(const struct field *f)
{
    (void)f;
    return json_pack("{s:[{s:s}, {s:[s, s, s]}]}", "anyOf", "type", "number", "enum",
                     "nan", "inf", "-inf");
}

const struct field_kind field_version = {encode_version, decode_version,
                                         schema_version};
const struct field_kind field_count = {encode_count, decode_count, schema_count};
const struct field_kind field_real = {encode_real, decode_real, schema_real};

/* ---- Objects of numbers. */

static json_t *encode_numbers(const struct field *f, const void *at)
{
    const struct finding_numbers *all = at;
    json_t *object = all->n ? json_object() : NULL;

    (void)f;
    for (int i = 0; i < all->n; i++) {
        const double x = all->number[i].value;

        json_object_set_new(object, all->number[i].name,
                            x == rint(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x)
                                                           : real(x));
    }
    return object;
}

static bool decode_numbers(const struct field *f, const json_t *json, void *at)
{
    struct finding_numbers *all = at;
    const char *name;
    json_t *value;

    (void)f;
    if (!json_is_object(json) || json_object_size(json) > FINDING_NUMBERS)
        return false;
    json_object_foreach((json_t *)(size_t)json, name, value)
    {
        struct finding_number *n = &all->number[all->n++];

        if (strlen(name) >= sizeof n->name || !take_real(value, &n->value))
            return false;
        strcpy(n->name, name);
    }
    return true;
}

static json_t *schema_numbers(const struct field *f)
{
    return json_pack("{s:s, s:o, s:i}", "type", "object", "additionalProperties",
                     schema_real(f), "maxProperties", FINDING_NUMBERS);
}

const struct field_kind field_numbers = {encode_numbers, decode_numbers,
                                         schema_numbers};
