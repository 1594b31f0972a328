/* The runner as a process of Linux, or a sandbox around one; process.h and rpc.h have
   the contract. */
#define _GNU_SOURCE /* pipe2 */
#include "rpc/process.h"

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

#include "rpc/rpc.h"

_Noreturn void process_impossible(const char *why)
{
    fprintf(stderr, "judge: cannot run the kernel: %s\n", why);
    exit(2);
}

enum { STATUS = 4 }; /* the sandbox's descriptor for how it ended */

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

void process_start(void)
{
    const char *command = rpc_now->command ? rpc_now->command : getenv("RUNNER");
    int in[2], out[2], status[2], printed[2];

    if (!command || !*command)
        process_impossible("RUNNER names none");
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(status, O_CLOEXEC) ||
        pipe2(printed, O_CLOEXEC))
        process_impossible(strerror(errno));
    fflush(stdout);
    signal(SIGPIPE, SIG_IGN);
    rpc_now->beyond = false;
    rpc_now->pid = fork();
    if (rpc_now->pid < 0)
        process_impossible(strerror(errno));
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

long process_move(bool write_it, void *p, size_t n, double seconds)
{
    struct pollfd fd[] = {{write_it ? rpc_now->out : rpc_now->in,
                           (short)(write_it ? POLLOUT : POLLIN), 0},
                          {rpc_now->printed, POLLIN, 0}};
    const int ms = (int)(seconds * 1000) + 1;
    ssize_t m;

    if (seconds <= 0)
        return PROCESS_LATE;
    poll(fd, 2, ms);
    if (!fd[0].revents && fd[1].revents && !(fd[1].revents & POLLIN))
        poll(fd, 1, ms); /* the program has closed what it prints to */
    if (!fd[0].revents)
        return 0;
    m = write_it ? write(fd[0].fd, p, n) : read(fd[0].fd, p, n);
    if (m == 0 || (m < 0 && errno != EAGAIN && errno != EINTR))
        return PROCESS_GONE;
    return m > 0 ? m : 0;
}

long process_printed(void *text, size_t room)
{
    const ssize_t n = read(rpc_now->printed, text, room);

    return n > 0 ? n : 0;
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
void process_end(char *how, size_t size, bool at_once)
{
    struct pollfd fd = {rpc_now->status, POLLIN, 0};
    ssize_t n = 0;
    int status = 0;

    close(rpc_now->out); /* a runner that still listens ends by itself */
    if (at_once || poll(&fd, 1, 2000) <= 0)
        kill(rpc_now->pid, SIGTERM);
    const bool killed = poll(&fd, 1, 5000) <= 0;
    if (killed)
        kill(-rpc_now->pid, SIGKILL);
    n = read(rpc_now->status, how, size - 1);
    how[n > 0 ? n : 0] = '\0';
    while (waitpid(rpc_now->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!how[0]) { /* no sandbox */
        rpc_now->by_system =
            !killed && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
        tell_status(status, how, size);
    }
    kill(-rpc_now->pid, SIGKILL);
}

void process_close(void)
{
    close(rpc_now->in);
    close(rpc_now->status);
    close(rpc_now->printed);
}
