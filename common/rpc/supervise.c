/*
 * supervise.h, where the child is a runner in the sandbox: the work is done here, and
 * breaks off when the runner does. Whatever the runner does to itself is bad news for
 * its submission; nothing that it does is good news.
 */
#include "rpc/supervise.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rpc/rpc.h"

void supervise_enter(const char *call, double seconds)
{
    snprintf(rpc_report.finding.when, sizeof rpc_report.finding.when, "%s", call);
    rpc_report.finding.function[0] = '\0';
    rpc_report.finding.sizes.n = 0;
    rpc_report.seconds = seconds;
    rpc_report.in_call = 1;
}

void supervise_numbers(const char *function, const struct finding_numbers *numbers)
{
    struct finding *f = &rpc_report.finding;

    snprintf(f->function, sizeof f->function, "%s", function);
    f->sizes = *numbers;
}

void supervise_leave(void)
{
    rpc_report.in_call = 0;
}

void supervise_renew(void)
{
    char how[64];

    rpc_end(how, sizeof how, false);
}

void supervise_arrays(const struct supervise_array arrays[], int n)
{
    memcpy(rpc_report.arrays, arrays, n * sizeof *arrays);
    rpc_report.n_arrays = n;
}

int supervise(supervise_work *work, void *arg, struct finding *f)
{
    if (setjmp(rpc_broken_off) != 0) {
        *f = rpc_report.finding;
        rpc_end_all(true);
        return 1;
    }
    rpc_report = (struct report){0};
    work(arg, &rpc_report.finding);
    rpc_end_all(false);
    *f = rpc_report.finding;
    return 0;
}
