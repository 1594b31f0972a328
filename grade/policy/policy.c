/*
 * policy: may a submission contain this text? policy.h has the rules.
 *
 * usage: POLICY_LISTS=FOLDER policy SOURCE WHAT PREPROCESSED
 *        FOLDER has headers.txt, names.txt and predefined.txt
 *        PREPROCESSED is what g++ -E wrote for SOURCE
 *        WHAT own, built: judge this stream (policy.h)
 *             includes, headers: print what policy_print() says
 *
 * exit status: 0: it may; 1: it may not, standard error says why; 2: a wrong call
 */
#include "grade/policy/policy.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tokens.h"
#include "whole_file.h"

static char *read_file(const char *path, size_t *bytes)
{
    char *text = emu_read_file(path, bytes);

    if (!text) {
        fprintf(stderr, "policy: cannot read '%s': %s\n", path, strerror(errno));
        exit(2);
    }
    return text;
}

static char *read_list(const char *folder, const char *name)
{
    char path[4096];
    size_t bytes;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_file(path, &bytes);
}

static bool is(const char *word, const char *other)
{
    return strcmp(word, other) == 0;
}

int main(int argc, char **argv)
{
    const char *lists = getenv("POLICY_LISTS"), *source = argv[1];
    const char *what = argc == 4 ? argv[2] : "";
    const bool judges = is(what, "own") || is(what, "built");
    const bool prints = is(what, "includes") || is(what, "headers");
    char *text, *headers;
    size_t bytes;

    if (!(judges || prints) || !lists) {
        fprintf(stderr, "usage: POLICY_LISTS=FOLDER policy SOURCE "
                        "own|built|includes|headers PREPROCESSED\n");
        return 2;
    }
    text = read_file(source, &bytes);
    if (strlen(text) != bytes) { /* which g++ would ignore */
        fprintf(stderr, "%s:1: error: the source contains a byte 0\n", source);
        return 1;
    }
    policy_directives(source, text, read_list(lists, "predefined.txt"));
    headers = read_list(lists, "headers.txt");
    text = read_file(argv[3], &bytes);
    tokenize(text, bytes);
    if (prints) {
        policy_print(source, text, headers, is(what, "includes"));
        return 0;
    }
    policy_markers(source, text, headers, is(what, "built"));
    policy_tokens(source, read_list(lists, "names.txt"), is(what, "built"));
    return 0;
}
