/* The runner: started, asked, ended; rpc.h states the contract. */
#define _GNU_SOURCE /* pipe2, asprintf */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/clock.h"
#include "rpc/rpc.h"

/* False if there is no such program. */
static bool set_peer(int i, const char *path)
{
    struct rpc_runner *const now = rpc_now;
    char *command, how[64];

    if (access(path, X_OK) != 0 || asprintf(&command, "exec '%s'", path) < 0)
        return false;
    rpc_use(i);
    rpc_end(how, sizeof how, false); /* if another library was number i */
    rpc_now->command = command;      /* for as long as this program runs */
    rpc_now->of_peer = true;
    rpc_now = now;
    return true;
}

int rpc_set_peers(int i, const char *folder, const char *operation,
                  const char *const libraries[])
{
    char path[4096];
    int n = 0;

    for (; libraries[n]; n++) {
        snprintf(path, sizeof path, "%s/%s%s%s", folder, operation, n ? "." : "",
                 n ? libraries[n] : "");
        if (!set_peer(i + n, path))
            break;
    }
    return n;
}

enum { STATUS = 4 }; /* the sandbox's descriptor for how it ended */

static _Noreturn void no_runner(const char *why)
{
    fprintf(stderr, "judge: cannot run the kernel: %s\n", why);
    exit(2);
}

/* In the child: descriptors in their places, then the runner, or the sandbox. It has a
   group of its own, so that all that it starts can be ended. */
static _Noreturn void become(const char *command, int in, int out, int status,
                             int printed)
{
    const int from[] = {in, out, status, printed, printed};
    const int to[] = {RPC_IN, RPC_OUT, STATUS, STDOUT_FILENO, STDERR_FILENO};
    int high[5];

    for (int i = 0; i < 5; i++)
        high[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 16);
    for (int i = 0; i < 5; i++)
        dup2(high[i], to[i]);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(2);
}

static void start(void)
{
    const char *command = rpc_now->command ? rpc_now->command : getenv("RUNNER");
    int in[2], out[2], status[2], printed[2];

    if (!command || !*command)
        no_runner("RUNNER names none");
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(status, O_CLOEXEC) ||
        pipe2(printed, O_CLOEXEC))
        no_runner(strerror(errno));
    fflush(stdout);
    signal(SIGPIPE, SIG_IGN);
    rpc_now->beyond = false;
    rpc_now->pid = fork();
    if (rpc_now->pid < 0)
        no_runner(strerror(errno));
    if (rpc_now->pid == 0)
        become(command, in[0], out[1], status[1], printed[1]);
    close(in[0]);
    close(out[1]);
    close(status[1]);
    close(printed[1]);
    rpc_now->in = out[0];
    rpc_now->out = in[1];
    rpc_now->status = status[0];
    rpc_now->printed = printed[0];
    for (int i = 0; i < 2;
         i++) /* arrays of megabytes: as much at a time as is allowed */
        fcntl(i ? rpc_now->in : rpc_now->out, F_SETPIPE_SZ, 1 << 20);
    fcntl(rpc_now->in, F_SETFL, O_NONBLOCK);
    fcntl(rpc_now->out, F_SETFL, O_NONBLOCK);
    fcntl(rpc_now->printed, F_SETFL, O_NONBLOCK);
}

/* Read or write all n bytes before `deadline`; who does not is gone. What is printed
   meanwhile is read, so that neither side blocks. */
static void transfer(bool write_it, void *p, size_t n, double deadline)
{
    struct pollfd fd[] = {{write_it ? rpc_now->out : rpc_now->in,
                           (short)(write_it ? POLLOUT : POLLIN), 0},
                          {rpc_now->printed, POLLIN, 0}};
    char *at = p;

    while (n) {
        const double left = deadline - clock_now();
        ssize_t m;

        if (left <= 0)
            rpc_gone(true);
        poll(fd, 2, (int)(left * 1000) + 1);
        if (fd[1].revents & POLLIN)
            rpc_print();
        else if (fd[1].revents)
            fd[1].fd = -1; /* the program has closed it */
        if (!fd[0].revents)
            continue;
        m = write_it ? write(fd[0].fd, at, n) : read(fd[0].fd, at, n);
        if (m == 0 || (m < 0 && errno != EAGAIN && errno != EINTR))
            rpc_gone(false);
        at += m > 0 ? m : 0;
        n -= m > 0 ? (size_t)m : 0;
    }
}

/* The runner's last words: it is about to end. */
static _Noreturn void hear_last_words(double deadline)
{
    struct rpc_ended ended;

    transfer(false, &ended, sizeof ended, deadline);
    rpc_print();
    if (ended.machine && rpc_report.seconds > 0) /* as in rpc_ask() */
        rpc_out_of_memory();
    if (ended.machine)
        no_runner("the emulator cannot go on: see above");
    rpc_now->beyond = ended.beyond;
    rpc_clean(ended.file, sizeof ended.file);
    rpc_report.address = (uintptr_t)ended.address;
    rpc_report.finding.line = ended.line;
    snprintf(rpc_report.finding.file, sizeof rpc_report.finding.file, "%s", ended.file);
    rpc_gone(false);
}

struct rpc_answer rpc_ask(const struct rpc_request *r, const void *more, size_t n,
                          void *back, size_t m, double seconds)
{
    const double deadline = clock_now() + seconds;
    struct rpc_request request = *r;
    struct rpc_answer a;

    if (!rpc_now->pid)
        start();
    transfer(true, &request, sizeof request, deadline);
    transfer(true, (void *)(uintptr_t)more, n, deadline);
    transfer(false, &a, sizeof a, deadline);
    if (a.mark == RPC_ENDED)
        hear_last_words(deadline);
    if (a.mark == RPC_BROKEN) {
        if (rpc_report.seconds > 0) /* a call was made, and left no memory */
            rpc_out_of_memory();
        rpc_clean(a.text, sizeof a.text);
        no_runner(a.text);
    }
    if (a.mark != RPC_ANSWER)
        rpc_blame("the submission spoke in the place of the runner");
    transfer(false, back, m, deadline);
    rpc_print();
    return a;
}
