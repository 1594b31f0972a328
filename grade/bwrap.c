/* The call of bwrap; bwrap.h has the contract. */
#define _GNU_SOURCE /* execvpe */
#include "grade/bwrap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 512 };

static char *const bare[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};

struct words {
    const char *word[WORDS + 1];
    int n;
};

static void add(struct words *w, const char *word)
{
    if (w->n < WORDS)
        w->word[w->n++] = word;
}

static void bind_to(struct words *w, const char *how, const char *path)
{
    add(w, how);
    add(w, path);
    add(w, path);
}

/* All of bwrap's own options. */
static void add_view(struct words *w, const struct confine *c)
{
    static const char *const fixed[] = {"bwrap",
                                        "--unshare-user",
                                        "--unshare-pid",
                                        "--unshare-net",
                                        "--unshare-ipc",
                                        "--unshare-uts",
                                        "--die-with-parent",
                                        "--proc",
                                        "/proc",
                                        "--dev",
                                        "/dev",
                                        "--tmpfs",
                                        "/tmp"};

    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add(w, fixed[i]);
    for (const char *const *path = confine_system; *path; path++)
        bind_to(w, "--ro-bind-try", *path);
    for (int i = 0; i < c->reads; i++)
        bind_to(w, "--ro-bind", c->read[i]);
    if (c->write)
        bind_to(w, "--bind", c->write);
}

static const char *self(void)
{
    static char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

    path[n > 0 ? n : 0] = '\0';
    return path;
}

_Noreturn void bwrap_become(const struct sandbox *s)
{
    struct words w = {{NULL}, 0};

    add_view(&w, &s->confine);
    bind_to(&w, "--ro-bind", self());
    add(&w, self());
    add(&w, "--inner");
    for (int i = 1; i < s->argc; i++)
        add(&w, s->argv[i]);
    if (w.n == WORDS)
        errno = E2BIG;
    else
        execvpe(w.word[0], (char *const *)w.word, bare);
    fprintf(stderr, "sandbox: cannot run bwrap: %s\n", strerror(errno));
    _exit(2);
}

bool bwrap_works(void)
{
    const struct confine nothing = {.reads = 0};
    int status = 1;
    pid_t child = fork();

    if (child == 0) {
        struct words w = {{NULL}, 0};
        const int null = open("/dev/null", O_RDWR | O_CLOEXEC);

        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        add_view(&w, &nothing);
        add(&w, "true");
        execvpe(w.word[0], (char *const *)w.word, bare);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && status == 0;
}
