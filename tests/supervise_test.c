/* common/supervise.c: a child that ends in each of the ways there are. */
#define _DEFAULT_SOURCE /* usleep, MAP_ANONYMOUS */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "supervise.h"

static void ends_well(void *arg, struct finding *f)
{
    (void)arg;
    supervise_enter("call", 1);
    supervise_leave();
    f->verdict = VERDICT_RACE;
    strcpy(f->what, "seen");
}

static void dies_of_signal(void *arg, struct finding *f)
{
    (void)f;
    supervise_enter("call", 1);
    signal(*(int *)arg, SIG_DFL); /* cmocka's handler came along through fork() */
    raise(*(int *)arg);
}

/* Device memory is no memory to the host: here, a page that nobody may touch. */
static void touches_device_memory(void *arg, struct finding *f)
{
    volatile float *page =
        mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)f;
    supervise_arrays((struct supervise_array[]){{"A", (char *)page, 16, 4},
                                                {"B", (char *)page + 16, 16, 4},
                                                {"C", NULL, 0, 4}},
                     3);
    supervise_enter("call", 1);
    page[*(int *)arg] = 1;
}

static void exits_with_zero(void *arg, struct finding *f)
{
    (void)arg;
    f->verdict = VERDICT_PASS;
    supervise_enter("call", 1);
    exit(0);
}

static void exits_outside_the_call(void *arg, struct finding *f)
{
    (void)arg;
    (void)f;
    supervise_enter("call", 1);
    supervise_leave();
    exit(2);
}

static void never_ends(void *arg, struct finding *f)
{
    (void)arg;
    (void)f;
    supervise_enter("call", 0.2);
    for (volatile int i = 0;; i++)
        ;
}

static void sleeps(void *arg, struct finding *f)
{
    (void)arg;
    (void)f;
    supervise_enter("call", 0.05);
    for (;;)
        pause();
}

/* A limit ends with its call: time spent elsewhere is not counted. */
static void works_between_calls(void *arg, struct finding *f)
{
    (void)arg;
    f->verdict = VERDICT_WRONG;
    supervise_enter("call", 0.1);
    supervise_leave();
    usleep(900000);
    for (volatile long i = 0; i < 100000000; i++)
        ;
}

/* Stands still after a call; with *arg, when it has found something. */
static void stands_still(void *arg, struct finding *f)
{
    supervise_enter("sgemm(M=1)", 0.02);
    supervise_leave();
    if (*(int *)arg) {
        f->verdict = VERDICT_RACE;
        strcpy(f->what, "seen");
    }
    for (;;)
        pause();
}

static struct finding supervised(supervise_work *work, int arg, int want_status)
{
    struct finding f = {.verdict = VERDICT_PASS};

    assert_int_equal(supervise(work, &arg, &f), want_status);
    return f;
}

static void supervision_brings_the_finding(void **state)
{
    struct finding f = supervised(ends_well, 0, 0);

    (void)state;
    assert_int_equal(f.verdict, VERDICT_RACE);
    assert_string_equal(f.what, "seen");
    assert_string_equal(f.when, "call");
}

static void a_signal_in_a_call_is_a_crash(void **state)
{
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct finding f = supervised(dies_of_signal, signals[i], 1);

        assert_int_equal(f.verdict, VERDICT_CRASH);
        assert_string_equal(f.when, "call");
        assert_true(f.what[0] && f.remedy[0]);
    }
}

static void device_memory_on_the_host_is_out_of_bounds(void **state)
{
    struct finding f = supervised(touches_device_memory, 6, 1);

    (void)state;
    assert_int_equal(f.verdict, VERDICT_OUT_OF_BOUNDS);
    assert_non_null(strstr(f.what, "B[2] on the host"));
    f = supervised(touches_device_memory, 3, 1);
    assert_non_null(strstr(f.what, "A[3] on the host"));
    assert_int_equal(supervised(touches_device_memory, 8, 1).verdict, VERDICT_CRASH);
}

static void an_exit_in_a_call_is_a_crash(void **state)
{
    (void)state;
    assert_int_equal(supervised(exits_with_zero, 0, 1).verdict, VERDICT_CRASH);
}

static void an_endless_call_is_a_timeout(void **state)
{
    struct finding f = supervised(never_ends, 0, 1);

    (void)state;
    assert_int_equal(f.verdict, VERDICT_TIMEOUT);
    assert_non_null(strstr(f.what, "of processor time"));
    f = supervised(sleeps, 0, 1);
    assert_int_equal(f.verdict, VERDICT_TIMEOUT);
    assert_null(strstr(f.what, "of processor time"));
    assert_int_equal(supervised(works_between_calls, 0, 0).verdict, VERDICT_WRONG);
}

static void a_standstill_after_a_call_is_a_crash(void **state)
{
    struct finding f = supervised(stands_still, 0, 1);

    (void)state;
    assert_int_equal(f.verdict, VERDICT_CRASH);
    assert_string_equal(f.what, "sgemm() left the program unable to go on");
    f = supervised(stands_still, 1, 1);
    assert_int_equal(f.verdict, VERDICT_RACE);
    assert_string_equal(f.what, "seen");
}

/* They say on stderr what happened; here nobody needs to read it. */
static void the_machines_failures_are_no_verdict(void **state)
{
    const int saved = dup(STDERR_FILENO);

    (void)state;
    assert_non_null(freopen("/dev/null", "w", stderr));
    supervised(exits_outside_the_call, 0, 2);
    supervised(dies_of_signal, SIGKILL, 2);
    supervised(dies_of_signal, SIGTERM, 2);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(supervision_brings_the_finding),
        cmocka_unit_test(a_signal_in_a_call_is_a_crash),
        cmocka_unit_test(device_memory_on_the_host_is_out_of_bounds),
        cmocka_unit_test(an_exit_in_a_call_is_a_crash),
        cmocka_unit_test(an_endless_call_is_a_timeout),
        cmocka_unit_test(a_standstill_after_a_call_is_a_crash),
        cmocka_unit_test(the_machines_failures_are_no_verdict),
    };

    alarm(60); /* a limit that does not work must not hang the tests */
    return cmocka_run_group_tests_name("supervise", tests, NULL, NULL);
}
