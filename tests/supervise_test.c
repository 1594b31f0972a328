/* common/rpc/supervise_end.c: what the end of a runner means. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <signal.h>
#include <string.h>

#include "rpc/supervise_end.h"

/* As waitpid() has it. */
static int exited(int status)
{
    return status << 8;
}

static struct report calling(void)
{
    struct report r = {.in_call = 1, .seconds = 4, .n_arrays = 3};
    static char memory[40];

    r.arrays[0] = (struct supervise_array){"A", memory, 16, 4};
    r.arrays[1] = (struct supervise_array){"B", memory + 16, 16, 4};
    r.arrays[2] = (struct supervise_array){"C", memory + 32, 8, 4};
    strcpy(r.finding.when, "sgemm(M=1, N=1, K=1)");
    return r;
}

/* The verdict, or -1 if it was not the call's doing. */
static int verdict_of(const struct report *r, int status, struct finding *f)
{
    *f = (struct finding){.verdict = VERDICT_PASS};
    return supervise_end(r, status, f) ? (int)f->verdict : -1;
}

static void a_signal_in_a_call_is_a_crash(void **state)
{
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
    const struct report r = calling();
    struct finding f;

    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(verdict_of(&r, signals[i], &f), VERDICT_CRASH);
        assert_true(strstr(f.what, "sgemm()") && f.remedy[0]);
    }
}

static void device_memory_on_the_host_is_out_of_bounds(void **state)
{
    struct report r = calling();
    struct finding f;

    (void)state;
    r.address = (uintptr_t)r.arrays[1].start + 8;
    assert_int_equal(verdict_of(&r, SIGSEGV, &f), VERDICT_OUT_OF_BOUNDS);
    assert_string_equal(f.element.array, "B");
    assert_int_equal(f.element.index[0], 2);
    r.address = (uintptr_t)r.arrays[1].start - 1;
    assert_int_equal(verdict_of(&r, SIGBUS, &f), VERDICT_OUT_OF_BOUNDS);
    assert_string_equal(f.element.array, "A");
    assert_int_equal(f.element.index[0], 3);
    r.address = (uintptr_t)r.arrays[2].start + r.arrays[2].bytes;
    assert_int_equal(verdict_of(&r, SIGSEGV, &f), VERDICT_CRASH);
}

static void a_limit_in_a_call_is_a_timeout(void **state)
{
    const struct report r = calling();
    struct finding f;

    (void)state;
    assert_int_equal(verdict_of(&r, SIGPROF, &f), VERDICT_TIMEOUT);
    assert_non_null(strstr(f.what, "4 s of processor time"));
    assert_int_equal(verdict_of(&r, SIGALRM, &f), VERDICT_TIMEOUT);
    assert_non_null(strstr(f.what, "32 s")); /* on the clock */
}

static void an_exit_in_a_call_is_a_crash(void **state)
{
    const struct report r = calling();
    struct finding f;

    (void)state;
    assert_int_equal(verdict_of(&r, exited(0), &f), VERDICT_CRASH);
    assert_int_equal(verdict_of(&r, exited(1), &f), VERDICT_CRASH);
}

static void what_is_not_the_calls_doing(void **state)
{
    const int outside[] = {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE};
    struct report r = calling();
    struct finding f;

    (void)state;
    assert_int_equal(verdict_of(&r, exited(2), &f), -1);
    for (int i = 0; i < 6; i++)
        assert_int_equal(verdict_of(&r, outside[i], &f), -1);
    r.in_call = 0;
    assert_int_equal(verdict_of(&r, SIGSEGV, &f), -1);
    assert_int_equal(verdict_of(&r, exited(0), &f), -1);
    assert_int_equal(f.verdict, VERDICT_PASS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_in_a_call_is_a_crash),
        cmocka_unit_test(device_memory_on_the_host_is_out_of_bounds),
        cmocka_unit_test(a_limit_in_a_call_is_a_timeout),
        cmocka_unit_test(an_exit_in_a_call_is_a_crash),
        cmocka_unit_test(what_is_not_the_calls_doing),
    };

    return cmocka_run_group_tests_name("supervise", tests, NULL, NULL);
}
