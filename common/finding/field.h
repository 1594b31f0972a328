/*
 * The fields of a record: one table, from which records are written, read and
 * validated, and their JSON Schema is made.
 */
#ifndef FINDING_FIELD_H
#define FINDING_FIELD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct field;

/* A kind of field. `at` is the field's place in a struct record. */
struct field_kind {
    /* The value, NULL where there is none. */
    json_t *(*encode)(const struct field *f, const void *at);
    /* Take it; false if `value` is not of this kind, or too long. */
    bool (*decode)(const struct field *f, const json_t *value, void *at);
    /* What a JSON Schema says of it. */
    json_t *(*schema)(const struct field *f);
};

struct field {
    const char *name;
    const struct field_kind *kind;
    size_t offset, size; /* in struct record */
    size_t only_if;      /* offset of a byte that is 0 where it is not known; 0: none */
    bool required;
    const char *about; /* one sentence */
};

extern const struct field fields[]; /* ends with name == NULL */

/* field_kinds.c, field_lists.c. A text's control characters but newline and tab become
   '?', what is no UTF-8 becomes U+FFFD, and what is longer than its size is cut. */
extern const struct field_kind field_version, field_text, field_digits, field_count,
    field_real, field_verdict, field_stages, field_stage, field_triple, field_indices,
    field_numbers;

#endif
