/*
 * Damaged programs for the emulator's rewrite: whatever it reads, it ends within a
 * second and either gives a text of as many lines or says in one line what is wrong,
 * behind any warnings.
 *
 *   rewrite_fuzz FIRST COUNT FILE.cu...   cases FIRST to FIRST + COUNT - 1
 *   rewrite_fuzz FIRST 0 FILE.cu...       print case FIRST
 *
 * A case is one of the files, or two spliced, changed in a few random ways. Exit status
 * 0 if all is well, 1 at the first case that is not; its input is left in a file, and
 * the command that repeats it printed. rewrite.c is linked in, with a main() of another
 * name, and run in a child each time.
 */
#define _GNU_SOURCE /* memfd_create */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "damage.h"

int rewrite_main(int argc, char **argv);

static struct text read_file(int file)
{
    struct text t = {NULL, lseek(file, 0, SEEK_END)};
    t.bytes = calloc(1, t.n + 1);
    if (pread(file, t.bytes, t.n, 0) != (ssize_t)t.n)
        exit(2);
    return t;
}

static size_t lines(const struct text *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        n += t->bytes[i] == '\n';
    return n;
}

/* "case.cu:7: error: what is wrong" on the first line, where `kind` is ": error: ". */
static bool is_message(const char *line, const char *kind)
{
    const char *end = strchr(line, '\n'), *at = strstr(line, kind);
    return end && at && at > line && at[-1] >= '0' && at[-1] <= '9' &&
           at + strlen(kind) < end;
}

/* Nothing but warnings, and with `failed` one error behind them. */
static bool are_messages(const struct text *t, bool failed)
{
    const char *line = t->bytes;
    while (*line && is_message(line, ": warning: "))
        line = strchr(line, '\n') + 1;
    if (failed && is_message(line, ": error: "))
        return strchr(line, '\n') + 1 == t->bytes + t->n;
    return !failed && line == t->bytes + t->n;
}

/* Run rewrite on t: what is wrong with what it does, or NULL. */
static const char *try(const struct text *t)
{
    int in = memfd_create("in", 0), out = memfd_create("out", 0),
        err = memfd_create("err", 0), status;
    if (write(in, t->bytes, t->n) != (ssize_t)t->n)
        exit(2);
    lseek(in, 0, SEEK_SET);
    pid_t child = fork();
    if (child == 0) {
        const struct itimerval second = {{0, 0}, {1, 0}};
        dup2(in, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        setitimer(ITIMER_PROF, &second, NULL); /* of processor time */
        exit(rewrite_main(1, (char *[]){"rewrite", NULL}));
    }
    waitpid(child, &status, 0);
    struct text said = read_file(out), errors = read_file(err);
    bool killed = WIFSIGNALED(status);
    const char *wrong = NULL;
    if (killed && WTERMSIG(status) == SIGPROF)
        wrong = "it runs for more than a second";
    else if (killed || WEXITSTATUS(status) > 1)
        wrong = "it crashes";
    else if (!are_messages(&errors, WEXITSTATUS(status) == 1))
        wrong = "its messages are not warnings and, if it fails, one line FILE:LINE: "
                "error: ...";
    else if (WEXITSTATUS(status) == 0 && lines(&said) != lines(t))
        wrong = "lines are lost or won";
    if (wrong)
        fprintf(stderr, "%.*s\n", errors.n < 3000 ? (int)errors.n : 3000, errors.bytes);
    free(said.bytes);
    free(errors.bytes);
    close(in), close(out), close(err);
    return wrong;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: rewrite_fuzz FIRST COUNT FILE.cu...\n");
        return 2;
    }
    unsigned long long first = strtoull(argv[1], NULL, 0),
                       count = strtoull(argv[2], NULL, 0);
    struct text files[argc - 3];
    for (int i = 3; i < argc; i++) {
        int file = open(argv[i], O_RDONLY);
        if (file < 0) {
            perror(argv[i]);
            return 2;
        }
        files[i - 3] = read_file(file);
        close(file);
    }
    if (count == 0) {
        struct text t = damage_make(first, files, argc - 3);
        return fwrite(t.bytes, 1, t.n, stdout) == t.n ? 0 : 2;
    }
    for (unsigned long long number = first; number < first + count; number++) {
        struct text t = damage_make(number, files, argc - 3);
        const char *wrong = try(&t);
        if (wrong) {
            FILE *kept = fopen("build/rewrite_fuzz.cu", "wb");
            if (kept)
                fwrite(t.bytes, 1, t.n, kept), fclose(kept);
            fprintf(stderr, "case %llu: %s; its input is in build/rewrite_fuzz.cu\n",
                    number, wrong);
            fprintf(stderr, "again: %s %llu 1 FILE.cu... (the same files)\n", argv[0],
                    number);
            return 1;
        }
        free(t.bytes);
    }
    return 0;
}
