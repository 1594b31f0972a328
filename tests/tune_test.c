/* common/tune: the files of a search, and the choice among its winners. */
#define _POSIX_C_SOURCE 200809L /* mkstemp, mkdtemp */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tune/tune_cache.h"
#include "tune/progress.h"
#include "tune/search.h"
#include "tune/tune_tiles.h"

/* The kernel's answer, which is not used in these tests. */
int tiles_ask(const struct tile *t)
{
    (void)t;
    return -1;
}

static char path[] = "/tmp/tune_test.XXXXXX";
static const char head[] = "# key: 1\n# device: here\n";
static const struct tile small = {32, 32, 8, 4, 4, 0}, large = {128, 128, 8, 8, 8, 0};
static const struct tune_shape shapes[] = {{{64, 64, 64}}, {{64, 128, 256}}, {{0}}};

static int make_file(void **state)
{
    const int file = mkstemp(path);

    (void)state;
    return file < 0 || close(file);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static void write_file(const char *text)
{
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static const char *file_text(void)
{
    static char text[4096];
    FILE *in = fopen(path, "r");

    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static int nearest(const struct cache *c, const char *device, int M, int N, int K)
{
    const int size[OPERATION_SIZES] = {M, N, K};
    const struct cache_row *r = cache_nearest(c, device, size);

    return r ? r->tile.bm : 0;
}

/* Three shapes on one device, one on another; tile.bm tells them apart. Its operation
   is sgemm(): main(). */
static struct cache winners = {
    .rows = 4,
    .row = {{"GPU A", "measured", {256, 256, 256}, {1, 2, 3, 4, 5}, 0.5, 7},
            {"GPU A", "measured", {4096, 4096, 4096}, {2, 2, 3, 4, 5}, 2, 7},
            {"GPU A", "measured", {8, 4096, 4096}, {3, 2, 3, 4, 5}, 1, 6},
            {"GPU B", "modelled", {1024, 1024, 1024}, {4, 2, 3, 4, 5}, 1, 6}},
};

static void the_nearest_winner(void **state)
{
    (void)state;
    assert_int_equal(nearest(&winners, "GPU A", 256, 256, 256), 1);
    assert_int_equal(nearest(&winners, "GPU A", 1, 1, 1), 1);
    assert_int_equal(nearest(&winners, "GPU A", 900, 900, 900), 1);
    assert_int_equal(nearest(&winners, "GPU A", 1200, 1200, 1200), 2);
    assert_int_equal(nearest(&winners, "GPU A", 100000, 4096, 4096), 2);
    assert_int_equal(nearest(&winners, "GPU A", 16, 4096, 2048), 3);
    assert_int_equal(nearest(&winners, "GPU A", 181, 4096, 4096), 3);
    assert_int_equal(nearest(&winners, "GPU A", 182, 4096, 4096), 2);
    /* Half way, the first of the two. */
    assert_int_equal(nearest(&winners, "GPU A", 1024, 1024, 1024), 1);
    assert_int_equal(nearest(&winners, "GPU B", 8, 4096, 4096), 4);
    assert_int_equal(nearest(&winners, "GPU C", 256, 256, 256), 0);
}

static void a_cache_keeps_other_devices(void **state)
{
    struct cache c = {0}, mine = {winners.of, 1, {winners.row[3]}};

    (void)state;
    write_file("");
    assert_int_equal(cache_write(&winners, path, head), 0);
    cache_read(&c, winners.of, path);
    assert_int_equal(c.rows, 4);
    assert_memory_equal(&c.row[2].tile, &winners.row[2].tile, sizeof(struct tile));
    assert_string_equal(c.row[3].device, "GPU B");
    assert_int_equal(c.row[0].tried, 7);

    mine.row[0].tile.bm = 9;
    assert_int_equal(cache_write(&mine, path, head), 0);
    cache_read(&c, winners.of, path);
    assert_int_equal(c.rows, 4);
    assert_int_equal(nearest(&c, "GPU B", 1, 1, 1), 9);
    assert_int_equal(nearest(&c, "GPU A", 1, 1, 1), 1);
    assert_memory_equal(file_text(), head, sizeof head - 1);
    /* 2 * 1024^3 operations in 1 ms */
    assert_non_null(strstr(file_text(), "\t1\t2147.48\t6\n"));
}

static void what_is_no_cache(void **state)
{
    struct cache c = {.rows = 1};
    const int saved = dup(STDERR_FILENO);

    (void)state;
    cache_read(&c, winners.of, "/nowhere/at/all");
    assert_int_equal(c.rows, 0);
    write_file("GPU A\tmeasured\t1\t1\t1\nnonsense\n\t\t\t\n");
    cache_read(&c, winners.of, path);
    assert_int_equal(c.rows, 0);
    assert_non_null(freopen("/dev/null", "w", stderr)); /* it says why */
    assert_int_equal(cache_write(&winners, "/nowhere/at/all", head), 2);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
}

static void add(struct search *s, const struct tune_shape *at, const struct tile *t,
                const char *verdict, double ms)
{
    struct search_row r = {*at, *t, .ms = ms};

    snprintf(r.verdict, sizeof r.verdict, "%s", verdict);
    snprintf(r.note, sizeof r.note, "why: so");
    search_add(s, &r);
}

static void a_search_is_taken_up(void **state)
{
    static struct search s;
    long whole;
    FILE *out;

    (void)state;
    write_file("");
    s.of = winners.of;
    search_open(&s, path, head, "GPU A", "measured");
    assert_int_equal(s.rows, 0);
    add(&s, &shapes[0], &small, "right", 0.25);
    add(&s, &shapes[0], &large, "right", 0.5);
    assert_int_equal(s.rows, 2);

    search_open(&s, path, head, "GPU A", "measured");
    assert_int_equal(s.rows, 2);
    assert_string_equal(search_find(&s, &large, &shapes[0])->note, "why: so");
    assert_true(search_find(&s, &large, &shapes[0])->ms == 0.5);
    assert_null(search_find(&s, &large, &shapes[1]));

    /* Killed within a line: it is cut off, and the next one is whole. */
    whole = (long)strlen(file_text());
    out = fopen(path, "a");
    assert_non_null(out);
    fputs("GPU A\tmeasured\tM=64,N=128,K=256\t32\t32\t8\t4\t4\t0\tright\t7.5\t1", out);
    fclose(out);
    search_open(&s, path, head, "GPU A", "measured");
    assert_int_equal(s.rows, 2);
    assert_int_equal(strlen(file_text()), whole);
    add(&s, &shapes[1], &small, "right", 0.125);
    search_read(&s, path);
    assert_int_equal(s.rows, 3);

    /* Another kernel: start again. */
    search_open(&s, path, "# key: 2\n", "GPU A", "measured");
    assert_int_equal(s.rows, 0);
    assert_null(strstr(file_text(), "right"));
}

static void winners_of_a_search(void **state)
{
    static struct search s;
    static struct cache c;
    static struct tiles candidates = {2,
                                      {{32, 32, 8, 4, 4, 0}, {128, 128, 8, 8, 8, 0}}};

    (void)state;
    write_file("");
    s.of = winners.of;
    search_open(&s, path, head, "GPU A", "measured");
    add(&s, &shapes[0], &small, "right", 0.25);
    add(&s, &shapes[0], &large, "right", 0.25);
    add(&s, &shapes[1], &large, "right", 0.5);
    search_winners(&s, &candidates, shapes, &c);
    assert_int_equal(c.rows, 2);
    assert_int_equal(c.row[0].tile.bm, 32); /* of equals, the first */
    assert_int_equal(c.row[0].tried, 2);
    assert_int_equal(c.row[1].tile.bm, 128);
    assert_string_equal(c.row[1].device, "GPU A");

    /* Wrong once, it wins nowhere. */
    add(&s, &shapes[1], &small, "WRONG", 0);
    search_winners(&s, &candidates, shapes, &c);
    assert_int_equal(c.row[0].tile.bm, 128);
    assert_int_equal(c.row[0].tried, 1);
    assert_ptr_equal(search_failure(&s, &small), &s.row[3]);
    assert_null(search_failure(&s, &large));

    /* A right tile without a time wins nothing, and keeps what it has won. */
    add(&s, &shapes[1], &large, SEARCH_UNTIMED, 0);
    search_winners(&s, &candidates, shapes, &c);
    assert_int_equal(c.rows, 2);
    assert_null(search_failure(&s, &large));

    /* A tile that was taken from the table wins nowhere. */
    candidates.n = 1;
    search_winners(&s, &candidates, shapes, &c);
    assert_int_equal(c.rows, 0);
}

static void tiles_of_a_table(void **state)
{
    static struct tiles t;
    char name[TILE_NAME];

    (void)state;
    write_file("# BM BN BK TM TN\n\n32\t32 8 4 4\n 128 128 8 8 8 \n");
    tiles_read(&t, path);
    assert_int_equal(t.n, 2);
    assert_true(tile_same(&t.tile[1], &large));
    tile_name(&t.tile[0], name);
    assert_string_equal(name, "32_32_8_4_4");
    assert_false(tiles_have_valid()); /* tile_valid() is not defined here */
    tiles_keep_valid(&t);
    assert_int_equal(t.n, 0);
}

/* What tiles_error() makes of what a compiler said: "FILE:LINE: why", or "none". */
static const char *log_error(const char *said)
{
    static char folder[] = "/tmp/tune_test.XXXXXX", file[64], text[2048];
    struct finding f = {0};
    FILE *log;

    memcpy(folder, "/tmp/tune_test.XXXXXX", sizeof folder);
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/32_32_8_4_4.log", folder);
    log = fopen(file, "w");
    assert_non_null(log);
    fputs(said, log);
    fclose(log);
    assert_int_equal(setenv("TILE_FOLDER", folder, 1), 0);
    if (tiles_error(&small, &f))
        snprintf(text, sizeof text, "%s:%d: %s", f.file, f.line, f.what);
    else
        strcpy(text, "none");
    assert_int_equal(unlink(file) | rmdir(folder), 0);
    return text;
}

static void errors_of_compilers(void **state)
{
    (void)state;
    assert_string_equal(log_error(""), "none");
    assert_string_equal(log_error("k.cu:3:1: warning: unused variable 'error'\n"),
                        "none");
    assert_string_equal(log_error("error/k.cu: In function 'void error(int)':\n"
                                  "error/k.cu:17:5: error: no error: none: at all\n"
                                  "k.cu:18:1: error: another\n"),
                        "error/k.cu:17: no error: none: at all");
    assert_string_equal(log_error("k.cu(9): error #20-D: a(b): c\n"),
                        "k.cu:9: a(b): c");
    assert_string_equal(log_error("k.cu:1:2: fatal error: x.h: No such file\n"),
                        "k.cu:1: x.h: No such file");
    assert_string_equal(log_error("k.cu:1:2: error: #error \"no error: one (more)\"\n"),
                        "k.cu:1: #error \"no error: one (more)\"");
    assert_string_equal(log_error("nvlink error   : Undefined reference to 'f'\n"),
                        ":0: Undefined reference to 'f'");
}

static void time_left(void **state)
{
    static struct progress p;
    char clock[16];

    (void)state;
    progress_shapes(&p, winners.of, shapes);
    assert_int_equal(p.shapes, 2);
    p.left[0] = p.left[1] = 3;
    assert_true(progress_left(&p) < 0);
    progress_add(&p, 0, 2);
    /* Two of two seconds, and three that cost a little more. */
    assert_true(progress_left(&p) > 10 && progress_left(&p) < 10.1);
    progress_add(&p, 1, 8);
    assert_true(progress_left(&p) == 2 * 2 + 2 * 8);
    progress_clock(progress_left(&p), clock);
    assert_string_equal(clock, "0:20");
    progress_clock(3599.7, clock);
    assert_string_equal(clock, "60:00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_winner),
        cmocka_unit_test(a_cache_keeps_other_devices),
        cmocka_unit_test(what_is_no_cache),
        cmocka_unit_test(a_search_is_taken_up),
        cmocka_unit_test(winners_of_a_search),
        cmocka_unit_test(tiles_of_a_table),
        cmocka_unit_test(errors_of_compilers),
        cmocka_unit_test(time_left),
    };

    winners.of = operation_find("sgemm");
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
