/* common/device/new_file.c: a file appears whole, and a signal leaves nothing behind.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, sigaction */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/new_file.h"

static char folder[] = "/tmp/new_file.XXXXXX", path[sizeof folder + 8];
static int ended; /* signals that were delivered */

static void end(int sig)
{
    (void)sig;
    ended++;
}

static int files(void)
{
    DIR *d = opendir(folder);
    int n = 0;

    assert_non_null(d);
    while (readdir(d))
        n++;
    closedir(d);
    return n - 2; /* without . and .. */
}

static void a_signal_waits_until_the_file_is_in_its_place(void **state)
{
    struct new_file f;
    char text[8] = "";
    FILE *in;

    (void)state;
    assert_true(new_file_open(&f, path));
    fputs("whole", f.out);
    raise(SIGTERM);
    assert_int_equal(ended, 0);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(new_file_close(&f, true));
    assert_int_equal(ended, 1);
    in = fopen(path, "r");
    assert_non_null(in);
    assert_non_null(fgets(text, sizeof text, in));
    fclose(in);
    assert_string_equal(text, "whole");
    assert_int_equal(files(), 1);
}

static void of_one_that_is_not_fine_nothing_is_left(void **state)
{
    struct new_file f;

    (void)state;
    assert_true(new_file_open(&f, path));
    raise(SIGTERM);
    assert_false(new_file_close(&f, false));
    assert_int_equal(ended, 2);
    assert_int_equal(files(), 1); /* of the test before */
}

static void one_that_cannot_be_opened_holds_no_signal(void **state)
{
    struct new_file f;

    (void)state;
    assert_false(new_file_open(&f, "/no/such/folder/file"));
    assert_int_equal(errno, ENOENT);
    raise(SIGTERM);
    assert_int_equal(ended, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_waits_until_the_file_is_in_its_place),
        cmocka_unit_test(of_one_that_is_not_fine_nothing_is_left),
        cmocka_unit_test(one_that_cannot_be_opened_holds_no_signal),
    };
    struct sigaction action = {.sa_handler = end};
    int failed;

    if (!mkdtemp(folder) || sigaction(SIGTERM, &action, NULL))
        return 1;
    strcpy(path, folder);
    strcat(path, "/file");
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    rmdir(folder);
    return failed;
}
