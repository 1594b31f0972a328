/* The logs of compilers; compiler_log.h states the contract. (No emu_read_file(): what
   untrusted code makes a compiler print may be endless.) */
#define _POSIX_C_SOURCE 200809L /* strtok_r, strdup */
#include "finding/compiler_log.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *from, const char *to, const char *word)
{
    const size_t n = strlen(word);

    return (size_t)(to - from) >= n && strncmp(to - n, word, n) == 0;
}

const char *compiler_log_error(const char *line)
{
    const char *end = line + strcspn(line, "\n");

    for (const char *p = line; (p = strstr(p, "error")) && p < end; p++) {
        const char *why = p + strlen("error");

        why += strspn(why, " #0123456789-D");
        if ((p == line || p[-1] == ' ') && !strncmp(why, ": ", 2) &&
            !ends_with(line, p, "note: ") && !ends_with(line, p, "warning: "))
            return why + 1 + strspn(why + 1, " ");
    }
    return NULL;
}

static const char *next(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

char *compiler_log_read(const char *path, const char *const without[], int n)
{
    enum { MOST = 2 << 20, SPARE = 1024 }; /* bytes; for keep_of_linker() */
    FILE *in = fopen(path, "r");
    char *log = in ? calloc(1, MOST + SPARE) : NULL, *at;

    if (!log) {
        fprintf(stderr, "cannot read '%s': %s\n", path, strerror(errno));
        if (in)
            fclose(in);
        return NULL;
    }
    const size_t size = fread(log, 1, MOST - 1, in);
    for (size_t i = 0; i < size; i++)
        if (((unsigned char)log[i] < ' ' && log[i] != '\n' && log[i] != '\t') ||
            log[i] == 0x7f)
            log[i] = '?';
    for (int i = 0; i < n; i++)
        while (without[i][0] && (at = strstr(log, without[i])))
            memmove(at, at + strlen(without[i]), strlen(at + strlen(without[i])) + 1);
    fclose(in);
    return log;
}

/* True, and `why` is filled, if ptxas refuses an instruction that this GPU lacks:
   "ptxas FILE, line 78; error   : Feature 'wgmma' requires .target sm_90 or higher". */
static bool beyond_gpu(const char *line, int n, char *why, size_t size)
{
    static const char error[] = "error   : ";
    const char *at = strstr(line, error), *target = strstr(line, ".target");

    if (strncmp(line, "ptxas ", 6) != 0 || !at || at >= line + n || !target ||
        target >= line + n)
        return false;
    at += strlen(error);
    snprintf(why, size,
             "nvcc compiles for a GPU that lacks an instruction of the kernel (%.*s): "
             "BACKEND=cpu uses the emulator",
             (int)(line + n - at), at);
    return true;
}

bool compiler_log_of_machine(const char *log, const char *source, char *why,
                             size_t size)
{
    static const char *const words[] = {"No space left on device",
                                        "Disk quota exceeded",
                                        "Read-only file system",
                                        "virtual memory exhausted",
                                        "annot allocate memory",
                                        "out of memory allocating",
                                        "Killed signal terminated program",
                                        "internal compiler error"};

    for (const char *line = log; *line; line = next(line)) {
        const int n = (int)strcspn(line, "\n");
        const bool nvcc = strncmp(line, "nvcc fatal ", 11) == 0;
        const char *native = strstr(line, "native");
        bool blamed = nvcc;

        if (strncmp(line, source, strlen(source)) == 0)
            continue;
        if (beyond_gpu(line, n, why, size))
            return true;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            const char *at = strstr(line, words[i]);

            blamed = blamed || (at && at < line + n);
        }
        if (!blamed)
            continue;
        snprintf(why, size, "%.*s%s", n, line,
                 nvcc && native && native < line + n
                     ? ": ARCH= names your GPU, such as ARCH=sm_80"
                     : "");
        return true;
    }
    return false;
}

/* The first place in `source` that an error names, as g++ does (FILE:17:5: error: ...)
   or nvcc (FILE(17): error ...); failing that, the first that anything names. */
static int find_line(const char *log, const char *source)
{
    int other = 0;

    for (const char *line = log; *line; line = next(line)) {
        const char *rest = line + strlen(source), *words;

        if (strncmp(line, source, strlen(source)) != 0 || !strchr(":(", *rest) ||
            !isdigit((unsigned char)rest[1]))
            continue;
        words = rest + 1 + strspn(rest + 1, "0123456789:)");
        words += *words == ' ';
        if (strncmp(words, "fatal ", 6) == 0)
            words += 6;
        if (strncmp(words, "error", 5) == 0)
            return atoi(rest + 1);
        other = other ? other : atoi(rest + 1);
    }
    return other;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Of what the linker said, keep what is about the kernel, each line once, without the
   folders of this machine. */
static void keep_of_linker(char *log)
{
    static const char *const words[] = {"undefined reference", "multiple definition",
                                        ": TLS", ": error"};
    enum { KEPT = 64 }; /* each may become longer by "error: " */
    char *kept[KEPT] = {0}, *line, *rest = NULL;
    int n = 0;
    size_t used = 0;

    for (line = strtok_r(log, "\n", &rest); line && n < KEPT;
         line = strtok_r(NULL, "\n", &rest)) {
        char *at = NULL;

        if (strncmp(line, "collect2: ", 10) == 0)
            continue;
        for (size_t i = 0; i < sizeof words / sizeof words[0] && !at; i++)
            at = strstr(line, words[i]);
        if (at && (at = strdup(*at == ':' ? at + 2 : at)))
            kept[n++] = at;
    }
    qsort(kept, (size_t)n, sizeof kept[0], by_text);
    for (int i = 0; i < n; i++)
        if (i == 0 || strcmp(kept[i], kept[i - 1]) != 0)
            used += (size_t)sprintf(log + used, "error: %s\n", kept[i]);
    log[used] = '\0';
    for (int i = 0; i < n; i++)
        free(kept[i]);
}

void compiler_log_explain(char *log, const char *source, struct finding *f)
{
    const char *line = log;

    *f = (struct finding){.verdict = VERDICT_COMPILE_ERROR,
                          .line = find_line(log, source)};
    snprintf(f->file, sizeof f->file, "%s", source);
    if (strstr(log, "collect2: error"))
        keep_of_linker(log);
    while (*line && !compiler_log_error(line))
        line = next(line);
    const char *why = *line ? compiler_log_error(line) : line;
    if (!*line)
        line = log;
    snprintf(f->message, sizeof f->message, "%.*s", (int)strcspn(line, "\n"), line);
    snprintf(f->what, sizeof f->what, "it does not compile%s%.*s", *why ? ": " : "",
             (int)strcspn(why, "\n"), why);
    if (!f->message[0])
        snprintf(f->message, sizeof f->message, "the compiler gives no reason");
}
