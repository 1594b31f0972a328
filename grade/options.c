/* The sandbox's options; sandbox.h lists them. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade/sandbox.h"

static const struct option options[] = {{"read", required_argument, NULL, 'r'},
                                        {"write", required_argument, NULL, 'w'},
                                        {"chdir", required_argument, NULL, 'C'},
                                        {"env", required_argument, NULL, 'e'},
                                        {"alone", no_argument, NULL, 'a'},
                                        {"keep", no_argument, NULL, 'k'},
                                        {"plain", no_argument, NULL, 'p'},
                                        {"inner", no_argument, NULL, 'i'},
                                        {"status", required_argument, NULL, 's'},
                                        {"wall", required_argument, NULL, 'W'},
                                        {"cpu", required_argument, NULL, 'c'},
                                        {"memory", required_argument, NULL, 'm'},
                                        {"address", required_argument, NULL, 'A'},
                                        {"output", required_argument, NULL, 'o'},
                                        {"disk", required_argument, NULL, 'd'},
                                        {"processes", required_argument, NULL, 'n'},
                                        {NULL, 0, NULL, 0}};

/* A number of 0 or more, else false with a line on stderr. */
static bool number(const char *text, double *value)
{
    char *end;

    *value = strtod(text, &end);
    if (*text && !*end && *value >= 0)
        return true;
    fprintf(stderr, "sandbox: '%s' is not a number\n", text);
    return false;
}

static bool take(struct sandbox *s, int option, char *value, int *envs)
{
    double n = 0;

    if (strchr("sWcmAodn", option) && !number(value, &n))
        return false;
    switch (option) {
    case 'r':
        if (s->confine.reads == CONFINE_PATHS)
            break;
        s->confine.read[s->confine.reads++] = value;
        return true;
    case 'e':
        if (*envs == SANDBOX_ENV)
            break;
        s->env[(*envs)++] = value;
        return true;
    case 'w':
        s->confine.write = value;
        return true;
    case 'C':
        s->chdir = value;
        return true;
    case 'a':
        s->confine.alone = true;
        return true;
    case 'k':
        s->keep = true;
        return true;
    case 'p':
        s->plain = true;
        return true;
    case 'i':
        s->inner = true;
        return true;
    case 's':
        s->status = (int)n;
        return true;
    case 'W':
        s->wall = n;
        return true;
    case 'c':
        s->confine.cpu = n;
        return true;
    case 'm':
        s->memory_mb = n;
        return true;
    case 'A':
        s->confine.address_mb = n;
        return true;
    case 'o':
        s->output_mb = n;
        return true;
    case 'd':
        s->disk_mb = s->confine.file_mb = n;
        return true;
    case 'n':
        s->processes = (int)n;
        return true;
    default:
        return false; /* getopt_long() has printed why */
    }
    fprintf(stderr, "sandbox: too many of this: '%s'\n", value);
    return false;
}

bool sandbox_options(struct sandbox *s, int argc, char **argv)
{
    int option, envs = 0;

    *s = (struct sandbox){.confine = {.cpu = 60, .file_mb = 256},
                          .status = -1,
                          .wall = 60,
                          .memory_mb = 2048,
                          .output_mb = 1,
                          .disk_mb = 256,
                          .processes = 128,
                          .argc = argc,
                          .argv = argv};
    while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1)
        if (!take(s, option, optarg, &envs))
            return false;
    s->command = argv + optind;
    if (*s->command)
        return true;
    fprintf(stderr, "usage: sandbox --probe | sandbox [OPTION...] -- COMMAND...\n");
    return false;
}
