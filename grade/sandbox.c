/*
 * sandbox: run one untrusted program, so that it cannot do damage or leave anything
 * behind. sandbox.h lists the options, and how the result is reported.
 *
 *      sandbox ---- supervises: clock, memory, output, disk, processes; ends the tree
 *         |
 *       (bwrap) --- where user namespaces work: no network, no other files, no others
 *         |
 *      sandbox ---- confined by rights, files, resources and system calls: confine.h
 *         |
 *      COMMAND
 */
#define _GNU_SOURCE /* execvpe */
#include "grade/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grade/bwrap.h"
#include "grade/filter.h"
#include "grade/tree.h"
#include "grade/limits.h"

static char *const empty[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", NULL};

/* Print which protections work here and which are missing, for a person to read.
   Returns the exit status: 0 if files and calls are guarded, else 1. */
static int probe(void)
{
    const int landlock = confine_landlock();
    const bool seccomp = filter_works(), bubble = bwrap_works();
#ifdef __x86_64__
    const bool witness = true; /* emu/access/witness.h */
#else
    const bool witness = false;
#endif

    printf("protection: limits on time, memory, output and disk");
    if (seccomp)
        printf("; seccomp");
    if (landlock)
        printf("; Landlock %d", landlock);
    if (bubble)
        printf("; bubblewrap");
    if (witness)
        printf("; a witness of accesses");
    putchar('\n');
    if (!seccomp)
        printf("missing: seccomp: a submission can reach the network and other "
               "processes\n");
    if (!landlock && !bubble)
        printf("missing: Landlock (Linux 5.13 and later) and bubblewrap: a submission "
               "can read your files, and write them\n");
    else if (!bubble)
        printf("missing: bubblewrap, or user namespaces for it: Landlock alone guards "
               "the files\n");
    else if (!landlock)
        printf("missing: Landlock (Linux 5.13 and later): bubblewrap alone guards the "
               "files\n");
    if (!witness)
        printf("missing: a witness that the emulator sees every access: it takes an "
               "x86-64 machine\n");
    return seccomp && (landlock || bubble) && witness ? 0 : 1;
}

/* In the child: become the command, or the program that runs it. */
static _Noreturn void become(const struct sandbox *s)
{
    char *const *environment = s->env[0] ? s->env : empty;

    if (s->chdir && chdir(s->chdir) != 0) {
        fprintf(stderr, "sandbox: cannot enter '%s': %s\n", s->chdir, strerror(errno));
        _exit(2);
    }
    confine_self(&s->confine);
    execvpe(s->command[0], s->command, environment);
    fprintf(stderr, "sandbox: cannot run '%s': %s\n", s->command[0], strerror(errno));
    _exit(127);
}

/* Keep standard input, output, error, and descriptor 3 with --keep. */
static void close_others(const struct sandbox *s)
{
    for (int fd = s->keep ? 4 : 3; fd < 1024; fd++)
        close(fd);
}

static _Noreturn void start(const struct sandbox *s, int output)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!s->keep)
        dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    close_others(s);
    signal(SIGPIPE, SIG_DFL);
    if (s->bubble)
        bwrap_become(s);
    become(s);
}

int main(int argc, char **argv)
{
    struct sandbox s;
    struct ending end;
    int output[2];
    pid_t child;

    if (argc == 2 && strcmp(argv[1], "--probe") == 0)
        return probe();
    if (!sandbox_options(&s, argc, argv))
        return 2;
    if (s.inner)
        become(&s);
    s.bubble = !s.plain && bwrap_works();
    tree_adopt();
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* end the tree if the caller ends */
    if (s.status >= 0)
        fcntl(s.status, F_SETFD, FD_CLOEXEC);
    if (pipe2(output, O_CLOEXEC) != 0 || (child = fork()) < 0) {
        fprintf(stderr, "sandbox: cannot start a process: %s\n", strerror(errno));
        return 2;
    }
    if (child == 0)
        start(&s, output[1]);
    close(output[1]);
    if (s.keep) { /* of the program itself: the output ends with it */
        close(STDIN_FILENO);
        close(3);
    }
    end = limits_keep(&s, child, output[0]);
    tree_end();
    if (s.status >= 0)
        dprintf(s.status, "%s %d\n", end.how, end.number);
    else if (strcmp(end.how, "exit") != 0)
        fprintf(stderr, "sandbox: %s %d\n", end.how, end.number);
    return strcmp(end.how, "exit") == 0 ? end.number : 126;
}
