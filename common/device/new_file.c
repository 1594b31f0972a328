/* Writing a file whole; new_file.h states the contract. */
#define _POSIX_C_SOURCE 200809L /* getpid, sigprocmask */
#include "device/new_file.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static sigset_t before; /* the signals that were blocked before */

static void hold_signals(void)
{
    sigset_t ending;

    sigemptyset(&ending);
    sigaddset(&ending, SIGHUP);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigprocmask(SIG_BLOCK, &ending, &before);
}

static void release_signals(void)
{
    const int why = errno;

    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = why;
}

bool new_file_open(struct new_file *f, const char *path)
{
    f->path = path;
    f->out = NULL;
    if (snprintf(f->fresh, sizeof f->fresh, "%s.%ld", path, (long)getpid()) >=
        (int)sizeof f->fresh) {
        errno = ENAMETOOLONG;
        return false;
    }
    hold_signals();
    f->out = fopen(f->fresh, "w");
    if (!f->out)
        release_signals();
    return f->out;
}

bool new_file_close(struct new_file *f, bool fine)
{
    int why;

    fine = !ferror(f->out) && fine;
    fine = fclose(f->out) == 0 && fine;
    fine = fine && rename(f->fresh, f->path) == 0;
    if (!fine) {
        why = errno;
        unlink(f->fresh);
        errno = why;
    }
    release_signals();
    return fine;
}
