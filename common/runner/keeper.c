/* The thread that has the channel; keeper.h states the contract. */
#define _GNU_SOURCE /* close_range, unshare, mremap */
#include "runner/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct job job;
static size_t room; /* bytes at job.data */
/* Where the two wait for each other. It is on the heap: while the submission runs, this
   file's variables are closed (probe_close()). */
struct bell {
    sem_t started, due, done, told;
};
static struct bell *bell;
static struct rpc_ended last_words;
static atomic_int ending; /* 1: last_words are being written; 2: they are complete */
static bool begun;        /* the keeper runs */

/* The machine is at fault. Only a thread that has the channel can say so. */
static _Noreturn void fail(const char *what)
{
    struct rpc_answer a = {.mark = RPC_BROKEN};

    snprintf(a.text, sizeof a.text, "%s%s%s", what, errno ? ": " : "",
             errno ? strerror(errno) : "");
    rpc_write(RPC_OUT, &a, sizeof a);
    _exit(2);
}

static void wait_for(sem_t *s)
{
    while (sem_wait(s) != 0)
        ;
}

/* Make job.data large enough for the bytes that a request is about. No malloc(): the
   submission may have spoilt that. */
static void make_room(size_t bytes)
{
    if (bytes <= room)
        return;
    if (job.data)
        munmap(job.data, room);
    room = bytes;
    job.data =
        mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (job.data == MAP_FAILED)
        fail("no memory for a matrix");
}

/* What follows the answer to a request. */
static const void *behind_answer(size_t *bytes)
{
    switch (job.request.what) {
    case RPC_DEVICE:
        *bytes = sizeof job.device;
        return &job.device;
    case RPC_GET:
    case RPC_SAID:
        *bytes = job.request.bytes;
        return job.data;
    case RPC_CALL:
        *bytes = sizeof job.called;
        return &job.called;
    case RPC_WRITER:
    case RPC_LAUNCH:
        *bytes = sizeof job.place;
        return &job.place;
    default:
        *bytes = 0;
        return NULL;
    }
}

/* The main thread ends the program: pass on what it knows of that. */
static _Noreturn void pass_on_last_words(void)
{
    const struct rpc_answer a = {.mark = RPC_ENDED};

    if (rpc_write(RPC_OUT, &a, sizeof a))
        rpc_write(RPC_OUT, &last_words, sizeof last_words);
    sem_post(&bell->told);
    for (;;)
        pause();
}

static void *keep(void *argument)
{
    struct bell *const b = argument;
    const void *behind;
    size_t bytes;

    wait_for(&b->started);
    while (rpc_read(RPC_IN, &job.request, sizeof job.request)) {
        const struct rpc_request *r = &job.request;

        const bool sent = r->what == RPC_PUT || r->what == RPC_TRACE;

        if (sent || r->what == RPC_GET || r->what == RPC_SAID)
            make_room(r->bytes);
        if (sent && !rpc_read(RPC_IN, job.data, r->bytes))
            break;
        sem_post(&b->due);
        wait_for(&b->done);
        if (ending == 2)
            pass_on_last_words();
        behind = behind_answer(&bytes);
        if (!rpc_write(RPC_OUT, &job.answer, sizeof job.answer) ||
            (bytes && !rpc_write(RPC_OUT, behind, bytes)))
            break;
    }
    _exit(0); /* and leave whatever the submission set up alone */
}

struct job *keeper_next(void)
{
    wait_for(&bell->due);
    memset(&job.answer, 0, sizeof job.answer);
    memset(&job.called, 0, sizeof job.called);
    memset(&job.place, 0, sizeof job.place);
    job.answer.mark = RPC_ANSWER;
    return &job;
}

void keeper_start(void)
{
    sem_post(&bell->started);
}

void keeper_done(void)
{
    sem_post(&bell->done);
}

void keeper_last_words(const struct rpc_ended *ended)
{
    int first = 0;

    if (!begun) {
        errno = 0;
        fail("the emulator cannot begin: see above");
    }
    if (!atomic_compare_exchange_strong(&ending, &first, 1))
        return;
    last_words = *ended;
    ending = 2;
    sem_post(&bell->started);
    sem_post(&bell->done);
    wait_for(&bell->told);
}

/* The calling thread gets a table of descriptors of its own, with standard output and
   error alone. */
static void give_up_descriptors(void)
{
    if (unshare(CLONE_FILES) != 0 && /* some containers refuse the one... */
        syscall(SYS_close_range, ~0u, ~0u, CLOSE_RANGE_UNSHARE) != 0) /* ...or other */
        fail("cannot part the kernel from the judge's channel (unshare)");
    for (int fd = 3; fd < 1024; fd++)
        close(fd);
    close(RPC_IN);
}

void keeper_prepare(bool alone)
{
    sigset_t all, before;
    pthread_t keeper;

    bell = malloc(sizeof *bell);
    if (!bell)
        fail("no memory");
    sem_init(&bell->started, 0, 0);
    sem_init(&bell->due, 0, 0);
    sem_init(&bell->done, 0, 0);
    sem_init(&bell->told, 0, 0);
    sigfillset(&all); /* signals are the main thread's */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    errno = pthread_create(&keeper, NULL, keep, bell);
    if (errno)
        fail("cannot start a thread");
    begun = true;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (alone && !calls_confine())
        fail("cannot filter the kernel's system calls (seccomp)");
    give_up_descriptors();
}
