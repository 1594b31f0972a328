/*
 * leash: run a command, and end all processes that it started when it ends: none gets
 * away, hence the name. The same happens if this program or its caller ends.
 *
 *      caller                  such as make
 *         |
 *      leash --- leash         if one of the two is killed, the other ends the rest
 *                  |
 *               COMMAND ...    and what it starts, daemons too
 *
 * The command's TMPDIR is a new folder, which is removed at the end.
 *
 * usage: leash [--with PID] COMMAND...     --with: PID is the caller, end with it
 * exit status: the command's; 2 if it was ended, or could not be started
 */
#define _GNU_SOURCE /* mkdtemp, setenv */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grade/tree.h"

/* A signal that means "end", unless the caller ignores it, as nohup does. */
static void add_unless_ignored(sigset_t *set, int sig)
{
    struct sigaction now;

    if (sigaction(sig, NULL, &now) != 0 || now.sa_handler != SIG_IGN)
        sigaddset(set, sig);
}

/* Remove a folder with all that is in it. */
static void remove_folder(char *folder)
{
    const pid_t child = fork();

    if (child == 0) {
        execl("/bin/rm", "rm", "-rf", "--", folder, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* Wait until `child` ends, or one of the signals in `set`, with SIGCHLD among them,
   says that all is to end. Returns the child's exit status, or 2. */
static int guard(const sigset_t *set, pid_t child)
{
    for (;;) {
        const int sig = sigwaitinfo(set, NULL);
        int status;
        pid_t ended;

        if (sig > 0 && sig != SIGCHLD)
            return 2;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
            if (ended == child)
                return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
    }
}

/* Start a child; this process guards it, ends all that is left of it, removes `folder`
   and does not return. In the child it returns. `parent`: if not 0, end with it as
   well. */
static void start(const sigset_t *set, pid_t parent, char *folder)
{
    pid_t child;
    int status;

    tree_adopt();
    if (parent)
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    child = parent && getppid() != parent ? -1 : fork();
    if (child == 0)
        return;
    status = child < 0 ? 2 : guard(set, child);
    tree_end();
    remove_folder(folder);
    exit(status);
}

int main(int argc, char **argv)
{
    const bool with = argc > 2 && strcmp(argv[1], "--with") == 0;
    const char *tmp = getenv("TMPDIR");
    char folder[4096];
    sigset_t set, before;
    pid_t self;

    argv += with ? 3 : 1;
    if (!*argv) {
        fprintf(stderr, "usage: leash [--with PID] COMMAND...\n");
        return 2;
    }
    snprintf(folder, sizeof folder, "%s/grade-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder) || setenv("TMPDIR", folder, 1) != 0) {
        fprintf(stderr, "leash: cannot make '%s': %s\n", folder, strerror(errno));
        return 2;
    }
    signal(SIGCHLD, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    add_unless_ignored(&set, SIGINT);
    add_unless_ignored(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, &before);
    self = getpid();
    start(&set, with ? (pid_t)atol(argv[-1]) : 0, folder);
    start(&set, self, folder);
    sigprocmask(SIG_SETMASK, &before, NULL);
    execvp(argv[0], argv);
    fprintf(stderr, "leash: cannot run '%s': %s\n", argv[0], strerror(errno));
    return 2;
}
