/* The supervisor's loop; limits.h has the contract. */
#define _GNU_SOURCE /* syscall */
#include "grade/limits.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grade/tree.h"

enum { TICK_MS = 20 }; /* in which a program can allocate about 100 MB of memory */

static volatile sig_atomic_t asked;

static void on_ask(int sig)
{
    asked = sig;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Copy some of the output. Returns false at its end. *left: bytes that it may still
   print, below 0 after it printed more. */
static bool pass_on(int output, double *left)
{
    char buffer[65536];
    const ssize_t n = read(output, buffer, sizeof buffer);
    size_t wanted, done = 0;

    if (n <= 0)
        return n < 0 && errno == EINTR;
    wanted = (double)n <= *left ? (size_t)n : *left > 0 ? (size_t)*left : 0;
    *left -= (double)n;
    while (done < wanted) {
        const ssize_t m = write(STDOUT_FILENO, buffer + done, wanted - done);

        if (m < 0 && errno != EINTR)
            break; /* no process reads it */
        done += m > 0 ? (size_t)m : 0;
    }
    return true;
}

/* The limit that was reached, or NULL. *peak_mb grows with the memory in use. */
static const char *met(const struct sandbox *s, double start, double left, int tick,
                       double *peak_mb)
{
    const struct tree t = tree_look();

    *peak_mb = t.mb > *peak_mb ? t.mb : *peak_mb;
    if (left < 0)
        return "output";
    if (t.mb > s->memory_mb)
        return "memory";
    if (t.processes > s->processes)
        return "processes";
    if (tick % 8 == 0 && s->confine.write &&
        tree_disk_mb(s->confine.write) > s->disk_mb)
        return "disk";
    return now() - start > s->wall ? "wall" : NULL;
}

/* bwrap reports a signal as a shell does. */
static struct ending of_status(int status, bool bubble)
{
    if (WIFSIGNALED(status))
        return (struct ending){"signal", WTERMSIG(status)};
    if (bubble && WEXITSTATUS(status) > 128)
        return (struct ending){"signal", WEXITSTATUS(status) - 128};
    return (struct ending){"exit", WEXITSTATUS(status)};
}

/* If the time is over and the program has a quarter of its memory, it would have
   reached the limit of memory on a faster machine. */
static struct ending late_or_large(const struct sandbox *s, struct ending end,
                                   double peak_mb)
{
    const bool late = strcmp(end.how, "signal") == 0 &&
                      (end.number == SIGPROF || end.number == SIGALRM ||
                       end.number == SIGXCPU || end.number == asked);

    return late && peak_mb > s->memory_mb / 4 ? (struct ending){"memory", 0} : end;
}

struct ending limits_keep(const struct sandbox *s, pid_t child, int output)
{
    const struct sigaction ask = {.sa_handler = on_ask};
    const double start = now();
    double left = s->output_mb * (1 << 20), looked = start;
    struct pollfd watched[] = {
        {output, POLLIN, 0},
        {(int)syscall(SYS_pidfd_open, child, 0), POLLIN, 0}}; /* -1: TICK_MS late */
    struct ending end = {NULL, 0};
    double peak_mb = 0;
    int status, tick = 0;

    sigaction(SIGTERM, &ask, NULL);
    sigaction(SIGINT, &ask, NULL);
    sigaction(SIGHUP, &ask, NULL);
    signal(SIGPIPE, SIG_IGN);
    while (!end.how) {
        poll(watched, 2, TICK_MS);
        if (watched[0].revents && !pass_on(output, &left))
            watched[0].fd = -1;
        if (asked)
            end = (struct ending){"signal", asked};
        else if (waitpid(child, &status, WNOHANG) == child)
            end = of_status(status, s->bubble);
        else if (left < 0 || now() - looked >= TICK_MS / 1000.0) {
            end.how = met(s, start, left, tick++, &peak_mb);
            looked = now();
        }
    }
    tree_end(); /* so that no process prints any more */
    while (watched[0].fd >= 0 && pass_on(output, &left))
        ;
    end = late_or_large(s, end, peak_mb);
    if (strcmp(end.how, "exit") == 0 && left < 0)
        end = (struct ending){"output", 0};
    close(output);
    if (watched[1].fd >= 0)
        close(watched[1].fd);
    return end;
}
