/* Jobs; job.h states the contract. */
#define _GNU_SOURCE /* nftw, asprintf */
#include "live/job.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "whole_file.h"

enum { PATIENCE = 1500 }; /* milliseconds from SIGTERM to SIGKILL, and after that */

static char folder[4096]; /* for the temporary files of jobs */
static char output[sizeof folder + 16];

bool job_prepare(void)
{
    const char *temporary = getenv("TMPDIR");

    snprintf(folder, sizeof folder, "%s/live-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) {
        fprintf(stderr, "live: '%s': %s\n", folder, strerror(errno));
        folder[0] = '\0';
        return false;
    }
    setenv("TMPDIR", folder, 1);
    snprintf(output, sizeof output, "%s/output", folder);
    /* What loses its parent becomes a child of this process, which can wait for it. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    return true;
}

long long job_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

/* In the child. It ends if this process is killed. */
static _Noreturn void become(char *const command[], pid_t parent)
{
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int out = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || out < 0)
        _exit(2);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    execvp(command[0], command);
    dprintf(STDERR_FILENO, "live: '%s': %s\n", command[0], strerror(errno));
    _exit(2);
}

bool job_start(struct job *j, char *const command[])
{
    const pid_t parent = getpid();

    *j = (struct job){.pid = fork()};
    if (j->pid == 0)
        become(command, parent);
    if (j->pid < 0) {
        j->pid = 0;
        return false;
    }
    setpgid(j->pid, j->pid); /* the child does so, too: whoever is first */
    return true;
}

void job_end(struct job *j)
{
    if (!j->pid || j->ending)
        return;
    j->ending = true;
    j->ended_at = job_clock();
    kill(-j->pid, SIGTERM);
}

/* Returns true if there is no child left. */
static bool reap(struct job *j)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == j->pid) {
            j->exited = true;
            j->status =
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    return pid < 0 && errno == ECHILD;
}

bool job_step(struct job *j)
{
    long long waited;
    bool none;

    if (!j->pid)
        return true;
    none = reap(j);
    if (!(j->ending ? none : j->exited)) {
        waited = j->ending ? job_clock() - j->ended_at : 0;
        if (waited > PATIENCE)
            kill(-j->pid, SIGKILL);
        if (waited < 2 * PATIENCE) /* else it is lost: nothing can end it */
            return false;
    }
    j->pid = 0;
    return true;
}

char *job_output(const struct job *j)
{
    size_t size = 0;
    char *text = emu_read_file(output, &size);

    if (!size) {
        free(text);
        if (asprintf(&text, "make ended with status %d", j->status) < 0)
            text = NULL;
    }
    return text;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *f)
{
    (void)s, (void)kind, (void)f;
    remove(path);
    return 0;
}

void job_finish(struct job *j)
{
    job_end(j);
    while (!job_step(j))
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    if (folder[0])
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
