/* emu/include/table.h and whole_file.h: how tables and files are read. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table.h"
#include "whole_file.h"

static char path[] = "/tmp/table_test.XXXXXX";
static struct emu_table t;

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

static void write_bytes(const char *text, size_t bytes)
{
    FILE *out = fopen(path, "w");

    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, bytes, out), bytes);
    assert_int_equal(fclose(out), 0);
}

static void open_table(const char *text)
{
    write_bytes(text, strlen(text));
    assert_true(emu_table_open(&t, path));
}

static void a_file_is_read_whole(void **state)
{
    enum { LARGE = 1 << 20 };
    char *large = malloc(LARGE), *text;
    size_t bytes;

    (void)state;
    assert_non_null(large);
    for (size_t n = 0; n <= LARGE; n = n ? 16 * n : 1) {
        memset(large, 'x', n);
        write_bytes(large, n);
        text = emu_read_file(path, &bytes);
        assert_non_null(text);
        assert_int_equal(bytes, n);
        assert_memory_equal(text, large, n);
        assert_int_equal(text[n], 0);
        free(text);
    }
    free(large);
    write_bytes("a\0b", 3);
    text = emu_read_file(path, &bytes);
    assert_int_equal(bytes, 3);
    assert_memory_equal(text, "a\0b", 4);
    free(text);
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    assert_null(emu_read_file("/nowhere/at/all", NULL));
    assert_int_equal(errno, ENOENT);
    assert_null(emu_read_file("/tmp", NULL));
    assert_int_equal(errno, EISDIR);
    assert_false(emu_table_open(&t, "/nowhere/at/all"));
    assert_int_equal(errno, ENOENT);
    assert_false(emu_table_header(&t));
    assert_false(emu_table_row(&t));
    assert_string_equal(emu_table_cell(&t, "lab"), "");
    emu_table_close(&t);
}

static void lines_of_a_text(void **state)
{
    char text[] = "one\n\ntwo", *rest = text, none[] = "", *of_none = none;

    (void)state;
    assert_string_equal(emu_next_line(&rest), "one");
    assert_string_equal(emu_next_line(&rest), "");
    assert_string_equal(emu_next_line(&rest), "two");
    assert_null(rest);
    assert_null(emu_next_line(&rest));
    assert_null(emu_next_line(&of_none));
}

static void cells_are_found_by_name(void **state)
{
    double x = 0;

    (void)state;
    open_table("# kept by: a test\n\nlab\tms\tnote\n# in between\n01\t2.5\t\r\n"
               "02\tfast\tso it is\n03\t1e3");
    assert_true(emu_table_header(&t));
    assert_int_equal(t.columns, 3);
    assert_int_equal(t.line, 3);
    assert_true(emu_table_row(&t));
    assert_int_equal(t.line, 5);
    assert_int_equal(t.cells, 3);
    assert_string_equal(emu_table_cell(&t, "lab"), "01");
    assert_string_equal(emu_table_cell(&t, "note"), "");
    assert_string_equal(emu_table_cell(&t, "no such column"), "");
    assert_true(emu_table_number(&t, "ms", &x) && x == 2.5);
    assert_false(emu_table_number(&t, "note", &x));
    assert_true(emu_table_row(&t));
    assert_string_equal(emu_table_cell(&t, "note"), "so it is");
    assert_false(emu_table_number(&t, "ms", &x));
    assert_non_null(t.rest);
    /* A row with a cell too few, and without a line feed. */
    assert_true(emu_table_row(&t));
    assert_int_equal(t.cells, 2);
    assert_true(emu_table_number(&t, "ms", &x) && x == 1000);
    assert_string_equal(emu_table_cell(&t, "note"), "");
    assert_null(t.rest);
    assert_false(emu_table_row(&t));
    emu_table_close(&t);
}

static void a_table_without_a_header(void **state)
{
    (void)state;
    open_table("name\tH200\t-\nsms\t132\t-\n");
    assert_true(emu_table_row(&t));
    assert_string_equal(t.cell[0], "name");
    assert_string_equal(t.cell[1], "H200");
    assert_string_equal(emu_table_cell(&t, "name"), "");
    assert_true(emu_table_row(&t));
    assert_int_equal(t.line, 2);
    emu_table_close(&t);
}

static void notes_and_empty_lines_as_lines(void **state)
{
    (void)state;
    open_table("# lab: 01\n\na\tb\n");
    assert_true(emu_table_line(&t));
    assert_string_equal(t.cell[0], "# lab: 01");
    assert_true(emu_table_line(&t));
    assert_string_equal(t.cell[0], "");
    assert_true(emu_table_line(&t));
    assert_string_equal(t.cell[0], "a\tb");
    emu_table_cut(&t);
    assert_int_equal(t.cells, 2);
    assert_string_equal(t.cell[1], "b");
    assert_false(emu_table_line(&t));
    emu_table_close(&t);
}

/* More cells than are kept are counted, and the last of them are not there. */
static void a_row_that_is_too_wide(void **state)
{
    char text[4 * EMU_TABLE_CELLS] = "";

    (void)state;
    for (int i = 0; i < EMU_TABLE_CELLS + 1; i++)
        strcat(text, i ? "\tx" : "x");
    open_table(text);
    assert_true(emu_table_header(&t));
    assert_int_equal(t.cells, EMU_TABLE_CELLS + 1);
    assert_int_equal(t.columns, EMU_TABLE_CELLS);
    assert_string_equal(t.cell[EMU_TABLE_CELLS - 1], "x");
    emu_table_close(&t);
}

static void an_error_has_file_and_line(void **state)
{
    char expected[128], *got;
    const int saved = dup(STDERR_FILENO);

    (void)state;
    open_table("# a note\nx\n");
    assert_true(emu_table_row(&t));
    assert_non_null(freopen(path, "w", stderr));
    emu_table_error(&t, "'%s' is no number", t.cell[0]);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    got = emu_read_file(path, NULL);
    snprintf(expected, sizeof expected, "%s:2: 'x' is no number\n", path);
    assert_string_equal(got, expected);
    free(got);
    emu_table_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_whole),
        cmocka_unit_test(what_cannot_be_read_says_why),
        cmocka_unit_test(lines_of_a_text),
        cmocka_unit_test(cells_are_found_by_name),
        cmocka_unit_test(a_table_without_a_header),
        cmocka_unit_test(notes_and_empty_lines_as_lines),
        cmocka_unit_test(a_row_that_is_too_wide),
        cmocka_unit_test(an_error_has_file_and_line),
    };

    return cmocka_run_group_tests_name("table", tests, make_file, remove_file);
}
