/* What the runner does before any constructor, those of libraries too. */
#include <string.h>

#include "probe.h"
#include "runner/keeper.h"
#include "runner/serve.h"

extern char **environ;

static void begin(int argc, char **argv, char **envp)
{
    const bool alone = argc > 1 && strcmp(argv[1], "--alone") == 0;

    if (!environ)
        environ = envp; /* the C library sets it later */
    serve_prepare(alone);
    probe_device(false);
    keeper_prepare(alone);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(int, char **, char **) = begin;
