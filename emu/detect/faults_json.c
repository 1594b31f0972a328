/*
 * EMU_FAULTS_JSON, written by jansson: it validates strings and has 64-bit integers. If
 * the emulator is built without that library, it writes no such file.
 *
 *   {"schema": 1, "faults": [{"kind": "RACE", "file": "a.cu", "line": 8, "count": 128,
 *    "launch": 1, "kernel": "k", "block": [0, 0, 0], "thread": [32, 0, 0], "what":
 * "...", "try": "..."}], "total": 128, "left_out": 0, "leaks": null}
 */
#include "all_faults.h"

#include <stdio.h>

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

void emu_faults_json(const char *path, const struct told_fault *told, int n,
                     unsigned long left_out)
{
    json_t *faults = json_array();
    unsigned long total = left_out;
    for (int i = 0; i < n; i++) {
        total += told[i].count;
        json_array_append_new(faults, as_object(&told[i]));
    }
    json_t *all = json_pack("{s:i, s:o, s:I, s:I, s:o}", "schema", 1, "faults", faults,
                            "total", (json_int_t)total, "left_out",
                            (json_int_t)left_out, "leaks", leaks());
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
