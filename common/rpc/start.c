/* The runner: started, asked, ended; remote.h states the contract. */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rpc/rpc.h"

static struct remote remotes[REMOTE_MOST];
struct remote *remote = remotes;

void remote_use(int i)
{
    remote = &remotes[i];
}

void remote_set(int i, const char *command)
{
    remotes[i].command = command;
}

bool remote_set_peer(int i, const char *folder, const char *operation)
{
    static char command[4096];

    snprintf(command, sizeof command, "%s/%s", folder, operation);
    if (access(command, X_OK) != 0)
        return false;
    snprintf(command, sizeof command, "exec '%s/%s'", folder, operation);
    remotes[i].command = command;
    remotes[i].of_peer = true;
    return true;
}

enum { STATUS = 4 }; /* the sandbox's descriptor for how it ended */

bool remote_plain(void)
{
    const char *plain = getenv("GRADE_PLAIN");

    return plain && *plain;
}

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
    const int to[] = {WIRE_IN, WIRE_OUT, STATUS, STDOUT_FILENO, STDERR_FILENO};
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
    const char *command = remote->command ? remote->command : getenv("RUNNER");
    int in[2], out[2], status[2], printed[2];

    if (!command || !*command)
        no_runner("RUNNER names none");
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(status, O_CLOEXEC) ||
        pipe2(printed, O_CLOEXEC))
        no_runner(strerror(errno));
    fflush(stdout);
    signal(SIGPIPE, SIG_IGN);
    remote->beyond = false;
    remote->pid = fork();
    if (remote->pid < 0)
        no_runner(strerror(errno));
    if (remote->pid == 0)
        become(command, in[0], out[1], status[1], printed[1]);
    close(in[0]);
    close(out[1]);
    close(status[1]);
    close(printed[1]);
    remote->in = out[0];
    remote->out = in[1];
    remote->status = status[0];
    remote->printed = printed[0];
    for (int i = 0; i < 2;
         i++) /* arrays of megabytes: as much at a time as is allowed */
        fcntl(i ? remote->in : remote->out, F_SETPIPE_SZ, 1 << 20);
    fcntl(remote->in, F_SETFL, O_NONBLOCK);
    fcntl(remote->out, F_SETFL, O_NONBLOCK);
    fcntl(remote->printed, F_SETFL, O_NONBLOCK);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Read or write all n bytes before `deadline`; who does not is gone. What is printed
   meanwhile is read, so that nobody waits for that. */
static void transfer(bool write_it, void *p, size_t n, double deadline)
{
    struct pollfd fd[] = {
        {write_it ? remote->out : remote->in, (short)(write_it ? POLLOUT : POLLIN), 0},
        {remote->printed, POLLIN, 0}};
    char *at = p;

    while (n) {
        const double left = deadline - now();
        ssize_t m;

        if (left <= 0)
            remote_gone(true);
        poll(fd, 2, (int)(left * 1000) + 1);
        if (fd[1].revents & POLLIN)
            remote_print();
        else if (fd[1].revents)
            fd[1].fd = -1; /* the program has closed it */
        if (!fd[0].revents)
            continue;
        m = write_it ? write(fd[0].fd, at, n) : read(fd[0].fd, at, n);
        if (m == 0 || (m < 0 && errno != EAGAIN && errno != EINTR))
            remote_gone(false);
        at += m > 0 ? m : 0;
        n -= m > 0 ? (size_t)m : 0;
    }
}

/* The runner's last words: it is about to end. */
static _Noreturn void hear_last_words(double deadline)
{
    struct wire_ended ended;

    transfer(false, &ended, sizeof ended, deadline);
    remote_print();
    if (ended.machine && remote_report.seconds > 0) /* as in remote_ask() */
        remote_out_of_memory();
    if (ended.machine)
        no_runner("the emulator cannot go on: see above");
    remote->beyond = ended.beyond;
    remote_clean(ended.file, sizeof ended.file);
    remote_report.address = (uintptr_t)ended.address;
    remote_report.finding.line = ended.line;
    snprintf(remote_report.finding.file, sizeof remote_report.finding.file, "%s",
             ended.file);
    remote_gone(false);
}

struct wire_answer remote_ask(const struct wire_request *r, const void *more, size_t n,
                              void *back, size_t m, double seconds)
{
    const double deadline = now() + seconds;
    struct wire_request request = *r;
    struct wire_answer a;

    if (!remote->pid)
        start();
    transfer(true, &request, sizeof request, deadline);
    transfer(true, (void *)(uintptr_t)more, n, deadline);
    transfer(false, &a, sizeof a, deadline);
    if (a.mark == WIRE_ENDED)
        hear_last_words(deadline);
    if (a.mark == WIRE_BROKEN) {
        if (remote_report.seconds > 0) /* sgemm() was called, and left no memory */
            remote_out_of_memory();
        remote_clean(a.text, sizeof a.text);
        no_runner(a.text);
    }
    if (a.mark != WIRE_ANSWER)
        remote_blame("the submission spoke in the place of the runner");
    transfer(false, back, m, deadline);
    remote_print();
    return a;
}

/* How a process ended that no sandbox tells of. */
static void tell_status(int status, char *how, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(how, size, "signal %d\n", WTERMSIG(status));
    else
        snprintf(how, size, "exit %d\n", WEXITSTATUS(status));
}

/* A sandbox ends what is left when it is asked to, and says how it was. Without one,
   what is left is killed. */
void remote_end(char *how, size_t size, bool at_once)
{
    struct pollfd fd = {remote->status, POLLIN, 0};
    ssize_t n = 0;
    int status = 0;

    how[0] = '\0';
    if (!remote->pid)
        return;
    close(remote->out); /* a runner that still listens ends by itself */
    if (at_once || poll(&fd, 1, 2000) <= 0)
        kill(remote->pid, SIGTERM);
    const bool killed = poll(&fd, 1, 5000) <= 0;
    if (killed)
        kill(-remote->pid, SIGKILL);
    n = read(remote->status, how, size - 1);
    how[n > 0 ? n : 0] = '\0';
    while (waitpid(remote->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!how[0]) { /* no sandbox */
        remote->by_system =
            !killed && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        tell_status(status, how, size);
    }
    kill(-remote->pid, SIGKILL);
    remote_print_end();
    close(remote->in);
    close(remote->status);
    close(remote->printed);
    remote->pid = 0;
}

void remote_end_all(bool at_once)
{
    char how[64];

    for (int i = 0; i < REMOTE_MOST; i++) {
        remote_use(i);
        remote_end(how, sizeof how, at_once);
    }
    remote_use(0);
}
