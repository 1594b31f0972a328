/*
 * policy: may this stand in a submission? policy.h states the rules.
 *
 * usage: POLICY_LISTS=FOLDER policy SOURCE WHAT PREPROCESSED
 *        WHAT: own or built, the stream that is judged (policy.h)
 *        FOLDER has headers.txt and names.txt; PREPROCESSED is what g++ -E made of
 * SOURCE exit status: 0 it may, 1 not: why is on standard error, 2 the call is wrong
 */
#include "grade/policy.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/rewrite.h"

_Noreturn void policy_forbid(const char *source, int line, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d: forbidden: ", source, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    putc('\n', stderr);
    exit(1);
}

/* A whole file, with a byte 0 behind it. */
static char *read_file(const char *path, size_t *bytes)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    long size = -1;

    if (in && fseek(in, 0, SEEK_END) == 0)
        size = ftell(in);
    if (size >= 0)
        text = malloc((size_t)size + 1);
    if (!text || fseek(in, 0, SEEK_SET) != 0 ||
        fread(text, 1, (size_t)size, in) != (size_t)size) {
        fprintf(stderr, "policy: cannot read '%s': %s\n", path, strerror(errno));
        exit(2);
    }
    fclose(in);
    text[size] = '\0';
    *bytes = (size_t)size;
    return text;
}

int main(int argc, char **argv)
{
    const char *lists = getenv("POLICY_LISTS");
    char *text, *headers, *names, path[4096];
    size_t bytes;
    bool built;

    if (argc != 4 || !strstr("own built includes headers", argv[2]) || !lists) {
        fprintf(stderr, "usage: POLICY_LISTS=FOLDER policy SOURCE "
                        "own|built|includes|headers PREPROCESSED\n");
        return 2;
    }
    built = strcmp(argv[2], "built") == 0;
    text = read_file(argv[1], &bytes);
    if (strlen(text) != bytes) { /* which g++ would pass over */
        fprintf(stderr, "%s:1: error: there is a byte 0 in the source\n", argv[1]);
        return 1;
    }
    policy_directives(argv[1], text);
    snprintf(path, sizeof path, "%s/headers.txt", lists);
    headers = read_file(path, &bytes);
    snprintf(path, sizeof path, "%s/names.txt", lists);
    names = read_file(path, &bytes);
    text = read_file(argv[3], &bytes);
    tokenize(text, bytes);
    if (strcmp(argv[2], "includes") == 0 || strcmp(argv[2], "headers") == 0) {
        policy_print(argv[1], text, headers, argv[2][0] == 'i');
        return 0;
    }
    policy_markers(argv[1], text, headers, built);
    policy_tokens(argv[1], names, built);
    return 0;
}
