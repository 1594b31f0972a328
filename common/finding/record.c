/* Records as files; record.h states the contract. */
#include "finding/record.h"

#include <errno.h>
#include <string.h>

#include "device/new_file.h"
#include "finding/field.h"

#define AT(member) offsetof(struct record, member), sizeof(((struct record *)0)->member)
#define IF(member) offsetof(struct record, finding.member)

const struct field fields[] = {
    {"version", &field_version, AT(version), 0, true, "The version of this format."},
    {"lab", &field_text, AT(lab), 0, true, "The lab's folder, such as 03_smem."},
    {"source", &field_text, AT(source), 0, false, "The kernel's file."},
    {"verdict", &field_verdict, AT(finding.verdict), 0, true, "How the check ended."},
    {"stages", &field_stages, AT(finding.stage), 0, true,
     "The stages that are known to hold."},
    {"failed", &field_stage, AT(finding.failed), 0, false,
     "The first stage that is known to fail; those between are not finished."},
    {"file", &field_text, AT(finding.file), 0, false, "Where the fault is: the file,"},
    {"line", &field_count, AT(finding.line), 0, false, "and the line."},
    {"what", &field_text, AT(finding.what), 0, false, "What happened."},
    {"map", &field_text, AT(finding.map), 0, false,
     "A map of the wrong elements; of a deadlock, who waits for what."},
    {"when", &field_text, AT(finding.when), 0, false, "In which call, in words."},
    {"try", &field_text, AT(finding.remedy), 0, false, "What to do about it."},
    {"more", &field_count, AT(finding.more), 0, false, "Faults after this one."},
    {"message", &field_text, AT(finding.message), 0, false,
     "The compiler's first error, as it wrote it."},
    {"kernel", &field_text, AT(finding.who.kernel), 0, false,
     "The __global__ function."},
    {"block", &field_triple, AT(finding.who.block), IF(who.kernel), false,
     "The block, x, y, z."},
    {"thread", &field_triple, AT(finding.who.thread), IF(who.kernel), false,
     "The thread in it, x, y, z."},
    {"array", &field_text, AT(finding.element.array), 0, false, "The array."},
    {"indices", &field_indices, AT(finding.element), 0, false,
     "The element of the array: one index for each dimension."},
    {"got", &field_real, AT(finding.values.got), IF(values.known), false,
     "The wrong element's value,"},
    {"expected", &field_real, AT(finding.values.expected), IF(values.known), false,
     "what it must be,"},
    {"bound", &field_real, AT(finding.values.bound), IF(values.known), false,
     "and how far it may be from that."},
    {"rule", &field_text, AT(finding.rule.name), 0, false,
     "The rule of technique that is broken:"},
    {"value", &field_real, AT(finding.rule.value), IF(rule.name), false,
     "the value counted,"},
    {"relation", &field_text, AT(finding.rule.relation), 0, false,
     "\"at most\" or \"at least\","},
    {"limit", &field_real, AT(finding.rule.limit), IF(rule.name), false, "the limit."},
    {"counts", &field_numbers, AT(finding.counts), 0, false,
     "The value counted for each rule of technique, by the rule's name."},
    {"function", &field_text, AT(finding.function), IF(when), false,
     "The function that was called."},
    {"sizes", &field_numbers, AT(finding.sizes), IF(when), false,
     "The call's sizes and scalars, by name."},
    {"tile", &field_numbers, AT(finding.tile), IF(when), false,
     "The tile that the kernel was compiled for, by name."},
    {"seed", &field_digits, AT(seed), 0, false, "The seed of the inputs."},
    {"draw", &field_digits, AT(draw), 0, false, "The seed of further shapes."},
    {"device", &field_text, AT(device), 0, false, "The GPU, real or modelled."},
    {"backend", &field_text, AT(backend), 0, false, "cpu, the emulator, or gpu."},
    {"seconds", &field_real, AT(seconds), offsetof(struct record, device), false,
     "Seconds that the check took."},
    {"output", &field_text, AT(output), 0, false, "What the kernel printed."},
    {0}};

static json_t *encode(const struct record *r)
{
    json_t *all = json_object();

    for (const struct field *f = fields; f->name; f++) {
        const char *base = (const char *)r;
        json_t *value = f->only_if && !base[f->only_if]
                            ? NULL
                            : f->kind->encode(f, base + f->offset);

        if (value)
            json_object_set_new(all, f->name, value);
    }
    return all;
}

static bool dump(const char *path, json_t *json)
{
    struct new_file file;

    return new_file_open(&file, path) &&
           new_file_close(&file, !json_dumpf(json, file.out, JSON_INDENT(2)) &&
                                     fputc('\n', file.out) != EOF);
}

bool record_write(const char *path, const struct record *r)
{
    struct record whole = *r;
    json_t *json;
    bool written;

    whole.version = RECORD_VERSION;
    json = encode(&whole);
    written = dump(path, json);
    if (!written)
        fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
    json_decref(json);
    return written;
}

/* ---- Reading. */

static const struct field *find(const char *name)
{
    const struct field *f = fields;

    while (f->name && strcmp(f->name, name) != 0)
        f++;
    return f->name ? f : NULL;
}

/* What holds between fields. NULL if all of it does. */
static const char *contradiction(const struct record *r)
{
    const struct finding *f = &r->finding;

    if ((f->verdict == VERDICT_PASS) != (f->stage == STAGE_TECHNIQUE))
        return "all stages hold of a PASS, and of nothing else";
    if (f->failed && (f->failed <= f->stage || f->verdict == VERDICT_PASS))
        return "a stage cannot both hold and fail";
    if (f->verdict != VERDICT_PASS && !f->what[0])
        return "a failure says what happened";
    if (f->line && !f->file[0])
        return "a line is a line of a file";
    return NULL;
}

static bool decode(const json_t *json, struct record *r, char *why, size_t size)
{
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)(size_t)json, name, value)
    {
        const struct field *f = find(name);

        if (!f || !f->kind->decode(f, value, (char *)r + f->offset)) {
            snprintf(why, size, f ? "'%s' is not of its kind" : "'%s' is no field",
                     name);
            return false;
        }
    }
    for (const struct field *f = fields; f->name; f++)
        if (f->required && !json_object_get(json, f->name)) {
            snprintf(why, size, "'%s' is missing", f->name);
            return false;
        }
    r->finding.values.known = json_object_get(json, "got") != NULL;
    if (contradiction(r))
        snprintf(why, size, "%s", contradiction(r));
    return !contradiction(r);
}

bool record_read(const char *path, struct record *r, char *why, size_t size)
{
    json_error_t error;
    json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    bool read;

    memset(r, 0, sizeof *r);
    if (!json_is_object(json)) {
        snprintf(why, size, "%s", json ? "it is no object" : error.text);
        json_decref(json);
        return false;
    }
    read = decode(json, r, why, size);
    json_decref(json);
    return read;
}

/* ---- The schema. */

/* The contradictions, as far as a schema can say them. */
static json_t *conditions(void)
{
    return json_pack("{s:{s:{s:{s:s}}}, s:{s:{s:{s:i}}}, s:{s:{s:{s:i}}, s:[s]}}", "if",
                     "properties", "verdict", "const", "PASS", "then", "properties",
                     "stages", "minItems", STAGE_TECHNIQUE, "else", "properties",
                     "stages", "maxItems", STAGE_SAFE, "required", "what");
}

bool record_schema(FILE *out)
{
    json_t *properties = json_object(), *required = json_array(), *all;
    int failed;

    for (const struct field *f = fields; f->name; f++) {
        json_t *schema = f->kind->schema(f);

        json_object_set_new(schema, "description", json_string(f->about));
        json_object_set_new(properties, f->name, schema);
        if (f->required)
            json_array_append_new(required, json_string(f->name));
    }
    all = json_pack("{s:s, s:s, s:s, s:o, s:o, s:b, s:{s:[s]}}", "$schema",
                    "https://json-schema.org/draft/2020-12/schema", "title",
                    "The record of a check", "type", "object", "properties", properties,
                    "required", required, "additionalProperties", 0,
                    "dependentRequired", "line", "file");
    json_object_update_new(all, conditions());
    failed = json_dumpf(all, out, JSON_INDENT(2)) || fputc('\n', out) == EOF;
    json_decref(all);
    return !failed;
}
