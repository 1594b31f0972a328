/*
 * EMU_FAULTS_JSON, written by jansson: it validates strings and has 64-bit integers. If
 * the emulator is built without that library, it writes no such file.
 *
 *   {"schema": 1, "faults": [{"kind": "RACE", "file": "a.cu", "line": 8, "count": 128,
 *    "launch": 1, "kernel": "k", "block": [0, 0, 0], "thread": [32, 0, 0], "what":
 * "...", "try": "..."}], "total": 128, "left_out": 0, "leaks": null}
 *
 * To a file whose name ends with .sarif: SARIF 2.1.0, which editors and forges read.
 */
#include "all_faults.h"

#include <stdio.h>
#include <string.h>

#if __has_include(<jansson.h>)
#include <jansson.h>

#include "memory.h"
#include "fault_table.h"
#include "report.h"
#include "symbols.h"

/* x, y, z */
static json_t *as_array(const uint32_t at[3])
{
    return json_pack("[i, i, i]", (int)at[0], (int)at[1], (int)at[2]);
}

static json_t *as_object(const struct told_fault *t)
{
    return json_pack(
        "{s:s, s:s, s:i, s:I, s:i, s:s, s:o, s:o, s:s, s:s}", "kind",
        emu_fault_name(t->kind), "file", t->words.file, "line", t->words.line, "count",
        (json_int_t)t->count, "launch", (int)t->launch, "kernel", t->words.who.kernel,
        "block", as_array(t->words.who.block), "thread", as_array(t->words.who.thread),
        "what", t->words.what, "try", t->words.remedy);
}

/* All leaks, with the line of the first; null if there is none. */
static json_t *leaks(void)
{
    const struct leaks l = emu_memory_leaks();
    char file[256];
    int line = 0;
    if (!l.n)
        return json_null();
    emu_symbols_line(l.first_site, file, sizeof file, &line);
    return json_pack("{s:s, s:i, s:I, s:I}", "file", file, "line", line, "allocations",
                     (json_int_t)l.n, "bytes", (json_int_t)l.bytes);
}

/* A result of SARIF: a rule, a text and a place. */
static json_t *result_of(const char *rule, const char *text, const char *file, int line)
{
    return json_pack("{s:s, s:s, s:{s:s}, s:[{s:{s:{s:s}, s:{s:i}}}]}", "ruleId", rule,
                     "level", strcmp(rule, "LEAK") ? "error" : "warning", "message",
                     "text", text, "locations", "physicalLocation", "artifactLocation",
                     "uri", file, "region", "startLine", line > 0 ? line : 1);
}

static json_t *as_sarif(const struct told_fault *told, int n)
{
    json_t *results = json_array();
    const struct leaks l = emu_memory_leaks();
    for (int i = 0; i < n; i++) {
        char text[2048];
        const struct fault *w = &told[i].words;
        snprintf(text, sizeof text, "%s (count: %lu): %s", w->what, told[i].count,
                 w->remedy);
        json_array_append_new(
            results, result_of(emu_fault_name(told[i].kind), text, w->file, w->line));
    }
    if (l.n) {
        char file[256], text[256];
        int line = 0;
        emu_symbols_line(l.first_site, file, sizeof file, &line);
        snprintf(text, sizeof text, "%llu bytes in %lu allocations were never freed",
                 (unsigned long long)l.bytes, (unsigned long)l.n);
        json_array_append_new(results, result_of("LEAK", text, file, line));
    }
    return json_pack("{s:s, s:s, s:[{s:{s:{s:s}}, s:o}]}", "version", "2.1.0",
                     "$schema", "https://json.schemastore.org/sarif-2.1.0.json", "runs",
                     "tool", "driver", "name", "emucc", "results", results);
}

static json_t *as_json(const struct told_fault *told, int n, unsigned long left_out)
{
    json_t *faults = json_array();
    unsigned long total = left_out;
    for (int i = 0; i < n; i++) {
        total += told[i].count;
        json_array_append_new(faults, as_object(&told[i]));
    }
    return json_pack("{s:i, s:o, s:I, s:I, s:o}", "schema", 1, "faults", faults,
                     "total", (json_int_t)total, "left_out", (json_int_t)left_out,
                     "leaks", leaks());
}

void emu_faults_json(const char *path, const struct told_fault *told, int n,
                     unsigned long left_out)
{
    const size_t length = strlen(path);
    const bool sarif = length > 6 && !strcmp(path + length - 6, ".sarif");
    json_t *all = sarif ? as_sarif(told, n) : as_json(told, n, left_out);
    if (!all || json_dump_file(all, path, JSON_INDENT(2)))
        fprintf(stderr, "emulator: EMU_FAULTS_JSON=%s: cannot be written\n", path);
    json_decref(all);
}

#else

void emu_faults_json(const char *path, const struct told_fault *told, int n,
                     unsigned long left_out)
{
    (void)told, (void)n, (void)left_out;
    fprintf(stderr,
            "emulator: EMU_FAULTS_JSON=%s: the emulator was built without libjansson: "
            "apt-get install libjansson-dev, then make -C emu clean all\n",
            path);
}

#endif
