/* The parts of the checker that need no device: gaps, verdicts, measures, supervision.
 */
#define _DEFAULT_SOURCE /* mkstemp */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/check.h"
#include "check/gaps.h"
#include "finding/verdict.h"

/* --- gaps.c: 100 * step + line of the first unfilled gap, 0 if there is none. */
static int gap_in(const char *source)
{
    char path[] = "/tmp/gaps-XXXXXX";
    FILE *out = fdopen(mkstemp(path), "w");
    struct gap g = {0};
    int found;

    fputs(source, out);
    fclose(out);
    found = gaps_first_unfilled(path, &g);
    remove(path);
    assert_true(found == 0 || found == 1);
    return found ? 100 * g.step + g.line : 0;
}

static void unfilled_gaps(void **state)
{
    (void)state;
    assert_int_equal(gap_in("int a;\n// STEP 1: x\n// TODO: 1 line\n// END 1\n"), 103);
    assert_int_equal(gap_in("    // STEP 2: x\n\n    // TODO\n\n    // END 2\n"), 203);
    assert_int_equal(gap_in("// STEP 1: x\n// TODO\n// a = b;\n// END 1\n"), 102);
    assert_int_equal(gap_in("// STEP 1: x\n// TODO\n/* a = b;\nc; */\n// END 1\n"),
                     102);
    assert_int_equal(gap_in("// STEP 1\na;\n// END 1\n// STEP 2\n// TODO\n// END 2\n"),
                     205);
    /* The first of two; code before the TODO does not fill a gap. */
    assert_int_equal(
        gap_in("// STEP 1\n// TODO\n// END 1\n// STEP 2\n// TODO\n// END 2"), 102);
    assert_int_equal(gap_in("// STEP 1: x\nint a;\n// TODO\n// END 1\n"), 103);
}

static void filled_gaps(void **state)
{
    (void)state;
    assert_int_equal(gap_in(""), 0);
    assert_int_equal(gap_in("// TODO: outside any gap\n"), 0);
    assert_int_equal(gap_in("// STEP 1: x\nint a;\n// END 1\n"), 0);
    assert_int_equal(gap_in("// STEP 1: x\nint a; // TODO: b\n// END 1\n"), 0);
    assert_int_equal(gap_in("// STEP 1: x\n// TODO: left\nint a;\n// END 1\n"), 0);
    assert_int_equal(gap_in("// STEP 1: x\n// TODO\n/* b */ int a;\n// END 1\n"), 0);
    assert_int_equal(gap_in("// STEP 1\n// TODO\na;\n// END 1\n// TODO: later\n"), 0);
}

static void gaps_of_no_file(void **state)
{
    struct gap g;

    (void)state;
    assert_int_equal(gaps_first_unfilled("/tmp/no such file", &g), -1);
}

/* --- verdict.c: what goes to standard output, caught in a file. */
static int saved_stdout;

static FILE *catch_output(void)
{
    FILE *caught = tmpfile();

    fflush(stdout);
    saved_stdout = dup(STDOUT_FILENO);
    dup2(fileno(caught), STDOUT_FILENO);
    return caught;
}

static void release_output(FILE *caught, char *text, size_t size)
{
    fflush(stdout);
    dup2(saved_stdout, STDOUT_FILENO);
    close(saved_stdout);
    rewind(caught);
    text[fread(text, 1, size - 1, caught)] = '\0';
    fclose(caught);
}

static void last_line_of_each_verdict(void **state)
{
    const struct {
        struct finding f;
        int status;
        const char *text;
    } cases[] = {
        {{.verdict = VERDICT_PASS}, 0, "\nlab03: PASS\n"},
        {{.verdict = VERDICT_PASS, .file = "a.cu", .line = 1}, 0, "\nlab03: PASS\n"},
        {{.verdict = VERDICT_WRONG}, 1, "\nlab03: WRONG\n"},
        {{.verdict = VERDICT_RACE, .file = "a.cu", .line = 41},
         1,
         "\nlab03: RACE a.cu:41\n"},
        {{.verdict = VERDICT_RACE, .file = "a.cu"}, 1, "\nlab03: RACE\n"},
        {{.verdict = VERDICT_TECHNIQUE}, 1, "\nlab03: TECHNIQUE\n"},
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *caught = catch_output();
        int status = verdict_close("03_smem", &cases[i].f);

        release_output(caught, text, sizeof text);
        assert_int_equal(status, cases[i].status);
        assert_string_equal(text, cases[i].text);
    }
}

static void each_fault_has_its_verdict(void **state)
{
    const char *const want[] = {
        [FAULT_NONE] = "PASS",
        [FAULT_OUT_OF_BOUNDS] = "OUT_OF_BOUNDS",
        [FAULT_MISALIGNED] = "MISALIGNED",
        [FAULT_UNINITIALIZED] = "UNINITIALIZED",
        [FAULT_RACE] = "RACE",
        [FAULT_BARRIER] = "BARRIER",
        [FAULT_TIMEOUT] = "TIMEOUT",
        [FAULT_CRASH] = "CRASH",
    };

    (void)state;
    for (int kind = FAULT_NONE; kind <= FAULT_CRASH; kind++) {
        const struct fault fault = {.kind = kind,
                                    .file = "k.cu",
                                    .line = 7,
                                    .what = "a thing happened",
                                    .remedy = "mend it",
                                    .more = 3,
                                    .who = {"naive", {2, 1, 0}, {31, 7, 0}},
                                    .element = {"A", 1, {17}}};
        struct finding f = {.when = "sgemm()"};

        verdict_of_fault(&f, &fault);
        assert_string_equal(verdict_word(f.verdict), want[kind]);
        assert_string_equal(f.file, "k.cu");
        assert_int_equal(f.line, 7);
        assert_string_equal(f.what, "a thing happened");
        assert_string_equal(f.when, "sgemm()");
        assert_string_equal(f.remedy, "mend it");
        assert_int_equal(f.more, 3);
        assert_string_equal(f.who.kernel, "naive");
        assert_int_equal(f.who.thread[0], 31);
        assert_int_equal(f.element.index[0], 17);
    }
}

static void explanation_keeps_to_80_columns(void **state)
{
    struct finding f = {.verdict = VERDICT_RACE, .file = "k.cu", .line = 7, .more = 1};
    char text[2048];
    FILE *caught;

    (void)state;
    for (int i = 0; i < 40; i++)
        strcat(f.what, i ? " word" : "word");
    strcpy(f.remedy, "one line\nand another");
    caught = catch_output();
    verdict_explain(&f);
    release_output(caught, text, sizeof text);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 80);
    assert_non_null(strstr(text, "\nk.cu:7:\n  what: word word"));
    assert_non_null(strstr(text, "\n        word word"));
    assert_non_null(strstr(text, "\n  try:  one line\n        and another\n"));
    assert_non_null(strstr(text, "\n  more: 1 fault after this one\n"));
    assert_null(strstr(text, "  in:"));
}

/* --- check_measure.c */
static void measures_by_hand(void **state)
{
    static const struct operation of = {
        .size = {"M"},
        .array = {{"a", ELEMENT_FLOAT, USE_IN, 0, ONE, CONTIGUOUS, "", ""},
                  {"c", ELEMENT_FLOAT, USE_IN_OUT, 0, ONE, CONTIGUOUS, "", ""}}};
    const struct problem p = {.of = &of, .size = {16}};
    const struct check_run c = {
        .counters = {.global_load_requests = 4,
                     .global_load_sectors = 10,
                     .global_load_bytes = 512,
                     .global_load_words = 4,
                     .global_store_requests = 2,
                     .global_store_sectors = 8,
                     .shared_load_bytes = 4096,
                     .shared_foreign_bytes = 2048},
        .fmas = 1024,
        .problem = &p,
    };
    const struct check_run none = {.fmas = 1, .problem = &p};
    struct check_run more = c, with_c = c;

    (void)state;
    more.counters.atomic_requests = 4;
    more.counters.atomic_sectors = 30;
    more.counters.atomic_bytes = 384;
    more.counters.constant_bytes = 128;
    more.counters.shuffled_words = 512;
    assert_true(check_sectors_per_load(&c) == 2.5);
    assert_true(check_sectors_per_fma(&c) == 10 / 1024.0);
    assert_true(check_sectors_per_result(&c) == 4);
    assert_true(check_global_words_per_fma(&c) == 0.125);
    assert_true(check_shared_words_per_fma(&c) == 1);
    assert_true(check_shared_words_per_global(&c) == 4);
    assert_true(check_sectors_per_load(&more) == 5);
    assert_true(check_sectors_per_fma(&more) == 40 / 1024.0);
    assert_true(check_sectors_per_result(&more) == 19);
    assert_true(check_global_words_per_fma(&more) == 0.25);
    assert_true(check_shared_words_per_fma(&more) == 1.5);
    assert_true(check_shared_words_per_global(&more) == 2);
    with_c.array[0].load.bytes = 256; /* no input's loads are left out */
    with_c.array[1].load.bytes = 128;
    assert_true(check_global_words_per_fma(&with_c) == 0.09375);
    assert_true(check_shared_words_per_global(&with_c) == 2048 / 384.0);
    assert_true(isnan(check_sectors_per_load(&none)));
    assert_true(isnan(check_shared_words_per_global(&none)));
}

/* Of arrays a (8 x 16 floats, a ld of 20) and b. */
static void measures_of_arrays(void **state)
{
    static const struct operation of = {
        .size = {"M", "K", "lda"},
        .array = {{"a", ELEMENT_FLOAT, USE_IN, 0, 1, 2, "", ""},
                  {"b", ELEMENT_FLOAT, USE_OUT, ONE, 0, CONTIGUOUS, "", ""}}};
    const struct problem p = {.of = &of, .size = {8, 16, 20}};
    const struct check_run c = {
        .counters = {.global_store_bytes = 200, .atomic_bytes = 24},
        .array = {{.load = {.bytes = 768, .different = 480, .sectors = 20}},
                  {.load.bytes = 8, .store.bytes = 48, .atomic.bytes = 16}},
        .problem = &p,
    };

    (void)state;
    assert_true(check_array_bytes(&c, "a") == 512);
    assert_true(check_loads_of(&c, "a") == 1.5);
    assert_true(check_loads_of(&c, "b") == 0.75);
    assert_true(check_stores_of(&c, "a") == 0);
    assert_true(check_stores_of(&c, "b") == 2);
    assert_true(check_other_stored_bytes(&c, "b") == 160);
    assert_true(check_percent_used(&c, "a") == 75);
    assert_true(isnan(check_percent_used(&c, "b")));
    assert_true(isnan(check_percent_used(&c, "none")));
    assert_true(isnan(check_loads_of(&c, "none")));
    assert_true(isnan(check_other_stored_bytes(&c, "none")));
}

/* --- check_cases.c */

/* Of an operation whose calls are short. */
static struct work no_work(const struct problem *p)
{
    (void)p;
    return (struct work){0, 0};
}

/* Of rows of K elements: half of the drawn shapes that are like the tile have longer
   ones, half of these with a multiple of eight, and another seed has others. Of four
   thin shapes, two are long in each size. */
static void drawn_rows(void **state)
{
    static const struct operation of = {
        .size = {"M", "K", "lda"},
        .array = {{"a", ELEMENT_FLOAT, USE_IN, 0, 1, 2, "", ""}},
        .work = no_work};
    static const struct check spec = {.tile = {4, 20}};
    struct check_case c[CHECK_DRAWN];
    int longer = 0, eights = 0, high = 0, wide = 0, sum[2] = {0, 0};

    (void)state;
    assert_int_equal(check_drawn(&spec, &of, c), 0);
    for (int seed = 0; seed < 2; seed++) {
        setenv("DRAW", seed ? "18" : "17", 1);
        assert_int_equal(check_drawn(&spec, &of, c), CHECK_DRAWN);
        for (int i = 0; i < CHECK_DRAWN; i++) {
            const int more = c[i].size[2] - c[i].size[1];

            sum[seed] += c[i].size[2];
            high += c[i].size[0] > 1000 && c[i].size[1] <= 24;
            wide += c[i].size[1] > 1000 && c[i].size[0] <= 24;
            if (c[i].size[2] == 0) /* as long as its columns */
                continue;
            assert_in_range(more, 1, 32);
            longer++;
            eights += i < 4 && c[i].size[2] % 8 == 0;
        }
    }
    unsetenv("DRAW");
    assert_int_equal(longer, 8);
    assert_int_equal(eights, 4);
    assert_int_equal(high, 4);
    assert_int_equal(wide, 4);
    assert_int_not_equal(sum[0], sum[1]);
}

/* The call that cannot be predicted has up to a quarter more tiles where there are two,
   and all scalars. */
static void drawn_technique(void **state)
{
    static const float tried[][OPERATION_SCALARS] = {{1, 0}};
    static const struct operation of = {
        .size = {"M", "N", "K", "lda"},
        .tried = tried,
        .n_tried = 1,
        .array = {{"a", ELEMENT_FLOAT, USE_IN, 0, 2, 3, "", ""}}};
    static const struct check spec = {.tile = {16, 8, 4},
                                      .technique = {128, 8, 64, 64}};
    int different = 0;
    struct check_case c;

    (void)state;
    assert_false(check_technique_drawn(&spec, &of, &c));
    assert_memory_equal(c.size, spec.technique, sizeof c.size);
    for (int seed = 17; seed < 27; seed++) {
        char text[8];

        snprintf(text, sizeof text, "%d", seed);
        setenv("DRAW", text, 1);
        assert_true(check_technique_drawn(&spec, &of, &c));
        assert_in_range(c.size[0], 144, 160);
        assert_int_equal(c.size[0] % 16, 0);
        assert_int_equal(c.size[1], 8);
        assert_in_range(c.size[2], 68, 80);
        assert_true(c.size[3] > c.size[2] && c.size[3] % 8 == 0);
        assert_true(c.scalar[0] != 0 && c.scalar[1] != 0);
        different += c.size[0] == 144;
    }
    unsetenv("DRAW");
    assert_in_range(different, 1, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unfilled_gaps),
        cmocka_unit_test(filled_gaps),
        cmocka_unit_test(gaps_of_no_file),
        cmocka_unit_test(last_line_of_each_verdict),
        cmocka_unit_test(each_fault_has_its_verdict),
        cmocka_unit_test(explanation_keeps_to_80_columns),
        cmocka_unit_test(measures_by_hand),
        cmocka_unit_test(measures_of_arrays),
        cmocka_unit_test(drawn_rows),
        cmocka_unit_test(drawn_technique),
    };

    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
