/*
 * Random calls of the runtime API, with every kind of bad argument: the program must
 * never crash, every call must come to the error that a small model of memory says, and
 * memory must hold what was stored. api_memory.cu, api_copies.cu, api_calls.cu and
 * api_launches.cu hold the calls.
 *
 *   api_fuzz FIRST COUNT   cases FIRST to FIRST + COUNT - 1
 *
 * A case is a hundred calls in a process of its own. Exit status 0 if all is well, 1 at
 * the first case that is not; the command that repeats it is printed.
 */
#include "api_fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "random.h"

enum { CALLS = 100, SECONDS = 5 }; /* of a case */

static uint64_t state;
static int calls;

size_t below(size_t n)
{
    return random_below(&state, n);
}

size_t pick(const size_t *from, size_t n)
{
    return from[below(n)];
}

void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "call %d: %s\n", calls, what);
    _exit(1);
}

void expect_either(const char *call, cudaError_t got, cudaError_t want, cudaError_t or_)
{
    char text[512];
    snprintf(text, sizeof text, "%s is %d, %s, not %s%s%s", call, got,
             cudaGetErrorName(got), cudaGetErrorName(want), or_ == want ? "" : " or ",
             or_ == want ? "" : cudaGetErrorName(or_));
    must(got == want || got == or_, text);
    cudaError_t last = cudaGetLastError();
    snprintf(text, sizeof text, "after %s, %s, cudaGetLastError() says %s", call,
             cudaGetErrorName(got), cudaGetErrorName(last));
    must(last == got, text);
    must(cudaGetLastError() == cudaSuccess, "cudaGetLastError() forgets nothing");
}

void expect(const char *call, cudaError_t got, cudaError_t want)
{
    expect_either(call, got, want, want);
}

static struct place into(struct block *b)
{
    const size_t offsets[] = {0, 0, 0, 1, b->bytes / 2, b->bytes - 1, below(b->bytes)};
    size_t offset = pick(offsets, sizeof offsets / sizeof *offsets) % b->bytes;
    return place{b->start + offset, b, offset, b->bytes - offset};
}

struct place live_place(enum block_kind kind)
{
    int found[MAX_BLOCKS], n = 0;
    for (int i = 0; i < n_blocks; i++)
        if (blocks[i].live && blocks[i].kind == kind)
            found[n++] = i;
    return n ? into(&blocks[found[below(n)]]) : place{NULL, NULL, 0, 0};
}

struct place any_place(void)
{
    const size_t wild[] = {0, 0, 1, 4096, (size_t)-1, (size_t)-256, (size_t)1 << 47};
    if (below(5) == 0)
        return place{(char *)pick(wild, sizeof wild / sizeof *wild), NULL, 0, 0};
    return into(&blocks[below(n_blocks)]);
}

static void one_call(void)
{
    static void (*const tries[])(void) = {
        try_take,   try_take,  try_give,   try_query,    try_copy,    try_copy,
        try_copy,   try_fill,  try_fill,   try_symbol,   try_copy_2d, try_copy_2d,
        try_stream, try_event, try_device, try_function, try_launch,  try_launch};
    tries[below(sizeof tries / sizeof *tries)]();
    if (below(50) == 0) {
        check_contents();
        expect("cudaDeviceReset()", cudaDeviceReset(), cudaSuccess);
        forget_all();
    }
}

/* The end of what the case said: of each refused call, the emulator says why. */
static void tell(int said)
{
    char text[3001];
    off_t n = lseek(said, 0, SEEK_END), from = n < 3000 ? 0 : n - 3000;
    ssize_t got = pread(said, text, sizeof text - 1, from);
    fprintf(stderr, "%.*s", got < 0 ? 0 : (int)got, text);
}

static int run_case(unsigned long long number)
{
    int status, said = memfd_create("said", 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(said, STDERR_FILENO);
        state = number;
        alarm(SECONDS);
        forget_all();
        for (calls = 1; calls <= CALLS; calls++)
            one_call();
        check_contents();
        exit(0);
    }
    waitpid(child, &status, 0);
    if (status)
        tell(said);
    close(said);
    if (WIFSIGNALED(status))
        fprintf(stderr, "ended by signal %d (%s)\n", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    return status;
}

/* Let the emulator read its own debug information now, and not in every child: it does
   to say where a refused call is. */
static void warm_up(void)
{
    int saved = dup(STDERR_FILENO), nowhere = memfd_create("nowhere", 0);
    dup2(nowhere, STDERR_FILENO);
    cudaFree(&saved);
    cudaGetLastError();
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(nowhere);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: api_fuzz FIRST COUNT\n");
        return 2;
    }
    unsigned long long first = strtoull(argv[1], NULL, 0),
                       count = strtoull(argv[2], NULL, 0);
    warm_up();
    for (unsigned long long number = first; number < first + count; number++)
        if (run_case(number)) {
            fprintf(stderr, "again: %s %llu 1\n", argv[0], number);
            return 1;
        }
    return 0;
}
