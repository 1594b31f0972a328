/* Jobs; job.h states the contract. */
#define _GNU_SOURCE /* pipe2, nftw */
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

enum { PATIENCE = 1500 }; /* milliseconds from SIGTERM to SIGKILL, and after that */

static char folder[4096]; /* for the temporary files of jobs */

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
static _Noreturn void become(char *const command[], int out, pid_t parent)
{
    const int in = open("/dev/null", O_RDONLY);

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(2);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    setenv("TMPDIR", folder, 1);
    execvp(command[0], command);
    fprintf(stderr, "live: '%s': %s\n", command[0], strerror(errno));
    _exit(2);
}

bool job_start(struct job *j, char *const command[])
{
    const pid_t parent = getpid();
    int pipe[2];

    if (pipe2(pipe, O_CLOEXEC) != 0)
        return false;
    *j = (struct job){.output = -1};
    j->pid = fork();
    if (j->pid == 0)
        become(command, pipe[1], parent);
    close(pipe[1]);
    if (j->pid < 0) {
        close(pipe[0]);
        j->pid = 0;
        return false;
    }
    setpgid(j->pid, j->pid); /* the child does so, too: whoever is first */
    fcntl(pipe[0], F_SETFL, O_NONBLOCK);
    j->output = pipe[0];
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

/* Keep the end of what the job prints. */
static void read_output(struct job *j)
{
    char part[JOB_TAIL];
    ssize_t n;

    while (j->output >= 0 && (n = read(j->output, part, sizeof part)) > 0) {
        const size_t more = (size_t)n;
        const size_t keep = j->used + more > JOB_TAIL ? JOB_TAIL - more : j->used;

        memmove(j->tail, j->tail + j->used - keep, keep);
        memcpy(j->tail + keep, part, more);
        j->used = keep + more;
        j->tail[j->used] = '\0';
    }
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
    read_output(j);
    if (!(j->ending ? none : j->exited)) {
        waited = j->ending ? job_clock() - j->ended_at : 0;
        if (waited > PATIENCE)
            kill(-j->pid, SIGKILL);
        if (waited < 2 * PATIENCE) /* else it is lost: nothing can end it */
            return false;
    }
    close(j->output);
    j->output = -1;
    j->pid = 0;
    return true;
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
