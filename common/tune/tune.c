/*
 * The tuner: one process after another, until every tile was tried on every shape, and
 * then what they found. tune.h states the contract.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, flock */
#include "tune/tune.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/opening.h"
#include "rpc/supervise.h"
#include "tune/session.h"

static int fail(const char *what, const char *path)
{
    fprintf(stderr, "%s '%s': %s\n", what, path, strerror(errno));
    return 2;
}

/* Hold the record against another search, for as long as this process lives. Returns 0,
   or 2 with a line on stderr. */
static int lock(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT, 0666);

    if (file < 0)
        return fail("cannot write", path);
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return 0;
    fprintf(stderr, "another search holds '%s': waiting for it\n", path);
    return flock(file, LOCK_EX) == 0 ? 0 : fail("cannot lock", path);
}

/* A session ended within a call of untrusted code: of a kernel, which is recorded,
   or of tile_valid(), without which there is no search. Returns true to go on. */
static bool take_blame(struct session *s)
{
    if (s->trying) {
        session_record(s, verdict_word(s->finding.verdict), 0, s->finding.what);
        return true;
    }
    progress_wipe();
    verdict_explain(&s->finding);
    return false;
}

/* Run a session in a process of its own, which an interrupt may end, and with which all
   that it has taken goes. Returns what supervise() does, with s->finding. */
static int session_apart(struct session *s)
{
    pid_t child;
    int status = 2;

    fflush(stdout);
    child = fork();
    if (child < 0)
        return fail("cannot start a process for", s->record);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* never outlive the parent */
        status = supervise(session_run, s, &s->finding);
        fflush(stdout);
        _exit(status);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

static int search(struct session *s)
{
    int before, status;

    do {
        before = s->recorded;
        status = session_apart(s);
        if (status == 2) {
            progress_wipe();
            report_stopped(s);
            return 2;
        }
        if (status == 1 && !take_blame(s))
            return 1;
    } while (!s->finished && s->recorded > before);
    if (s->finished)
        return 0;
    fprintf(stderr, "%s: a session ended, and nothing had come of it\n", s->spec->lab);
    return 2;
}

int tune_run(const struct tune *spec, bool quick, const char *record, const char *cache)
{
    struct session *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status;

    if (s == MAP_FAILED)
        return fail("cannot share memory for", record);
    s->spec = spec;
    s->quick = quick;
    s->shapes = quick ? spec->few : spec->shapes;
    s->record = record;
    s->cache = cache;
    s->search.of = operation_find(spec->function);
    if (!s->search.of)
        return fail("there is no operation", spec->function);
    snprintf(s->table, sizeof s->table, "labs/%s/tiles.tsv", spec->lab);
    tiles_read(&s->candidates, s->table);
    if (!opening_seed(&s->seed) || lock(record) != 0)
        return 2;
    search_read(&s->search, record);

    signal(SIGINT, SIG_IGN); /* it ends the session, and we tell what there is */
    status = search(s);
    return status ? status : report_end(s);
}
