/*
 * What lab and the runner use of Linux, for WebAssembly, where each is a program of its
 * own that JavaScript connects: process.c and keeper.c. Included before each file.
 */
#ifndef WEB_SYSTEM_H
#define WEB_SYSTEM_H

#include <signal.h>
#include <sys/select.h> /* sigset_t */
#include <unistd.h>
#include <stdio.h>

typedef struct {
    int si_code;
    void *si_addr;
} siginfo_t;

/* No signal comes. */
enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };
static inline int sigemptyset(sigset_t *s)
{
    *s = 0;
    return 0;
}
static inline int sigaddset(sigset_t *s, int signal)
{
    (void)signal;
    return 0;
}
static inline int sigprocmask(int how, const sigset_t *s, sigset_t *before)
{
    (void)how, (void)s, (void)before;
    return 0;
}

/* Only of standard output, which is shown or not. */
int dup(int descriptor);
int dup2(int from, int to);

/* Each file that is there may be read. */
int web_access(const char *path, int mode);
#define access web_access

/* Only to compile the tiles of a lab. */
FILE *popen(const char *command, const char *mode);
int pclose(FILE *f);

#endif
